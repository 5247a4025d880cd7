import { expect, it } from 'vitest';

import { ServerClock } from './clock';

it('believes the shortest round trip', () => {
  let local = 1_000;
  const clock = new ServerClock(() => local);
  local = 1_400;
  clock.sample(1_000, 50_000); // 400 ms there and back: the server's 50 000 was at 1 200, give or take 200
  local = 2_020;
  clock.sample(2_000, 50_830); // 20 ms: the better one
  local = 2_900;
  clock.sample(2_100, 60_000);
  expect(clock.now()).toBe(50_830 + 2_900 - 2_010);
});

it('forgets old round trips', () => {
  let local = 0;
  const clock = new ServerClock(() => local);
  clock.sample(0, 5_000);
  for (let round = 1; round <= 8; round += 1) {
    local = round * 100 + 10;
    clock.sample(round * 100, 7_000 + local - 5);
  }
  expect(clock.now()).toBe(7_000 + local);
});
