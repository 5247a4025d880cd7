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

/** A server's clock 5 000 000 ahead of the local one, asked over a line with these delays; the machine's clock is `off`. */
function asked(there: number, back: number, off: number): { error: number } {
  const ahead = 5_000_000;
  let local = 0;
  const clock = new ServerClock(
    () => local,
    () => local + ahead + off,
  );
  for (let round = 0; round < 4; round += 1) {
    const sent = local;
    local += there;
    const told = local + ahead;
    local += back;
    clock.sample(sent, told);
  }
  return { error: Math.abs(clock.now() - (local + ahead)) };
}

it.each([
  [3_000, 5],
  [5, 3_000],
  [3_000, 3_000],
])('is within 200 ms with %i ms of delay there and %i ms back', (there, back) => {
  expect(asked(there, back, 40).error).toBeLessThan(200);
});

it('is right whatever the clock of the machine says, where the line is slow both ways or fast', () => {
  const day = 86_400_000;
  expect(asked(3_000, 3_000, day).error).toBe(0);
  expect(asked(20, 20, day).error).toBe(0);
  expect(asked(100, 100, 90).error).toBe(0);
});
