import { expect, test } from './harness';
import { inspect } from './harness/frames';
import { playUntil, startPractice } from './harness/practice';

// What is promised at all times needs no second try.
test.describe.configure({ retries: 0 });

test('who is given the address of a practice game watches it and sees no hidden piece', async ({
  arrive,
}) => {
  const player = await arrive('游客甲');
  await startPractice(player, '经典');
  await playUntil(player, 4);

  const watcher = await arrive('游客乙');
  await watcher.page.goto(player.page.url());
  await watcher.until(() => watcher.phase === 'playing');
  expect(watcher.snapshot.you).toEqual({ t: 'public' });
  const { pieces, flags } = watcher.view;
  const shown = flags.map(({ at }) => at);
  expect(pieces.every(({ at, piece }) => piece === null || shown.includes(at))).toBe(true);
  await expect(watcher.page.getByRole('button', { name: '投降', exact: true })).toHaveCount(0);

  const steps = player.view.steps + 5;
  await playUntil(player, steps);
  await watcher.until(() => watcher.view.steps >= steps);
  await expect(player.page.getByText('观战 1').first()).toBeVisible();
  // Fails at any piece that is no shown flag.
  expect(inspect(watcher.frames).pieces).toBeGreaterThan(0);
});
