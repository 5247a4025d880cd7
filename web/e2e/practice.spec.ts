import { expect, test, type Person } from './harness';
import { knowsNoMore } from './harness/secrets';

/** Plays own turns with the first legal move until so many steps of the game are made. */
async function playUntil(person: Person, steps: number): Promise<void> {
  while (person.phase === 'playing' && person.view.steps < steps) {
    await expect
      .poll(() => person.phase !== 'playing' || person.moves.length > 0 || person.view.steps >= steps, {
        timeout: 30_000,
      })
      .toBe(true);
    const [piece] = person.moves;
    const [to] = piece?.to ?? [];
    if (person.phase !== 'playing' || piece === undefined || to === undefined) continue;
    const before = person.view.steps;
    await person.move(piece.from, to);
    await expect.poll(() => person.phase !== 'playing' || person.view.steps > before).toBe(true);
  }
}

test('a guest plays three bots, reloads in mid-game and is led back', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await page.getByRole('button', { name: '开始' }).click();
  await guest.arrange('闪电');
  await expect.poll(() => guest.phase).toBe('playing');
  await playUntil(guest, 12);
  const before = guest.view;

  await page.reload();
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.getByText(/第 \d+ 步/).first()).toBeVisible();
  expect(guest.view.steps).toBeGreaterThanOrEqual(before.steps);
  // The steps made before the reload are in the list again.
  await expect(page.getByRole('list', { name: '战报' }).getByRole('listitem')).not.toHaveCount(0);

  await page.goto('/leaderboard');
  await expect(page).toHaveURL(/\/table\//);
  await playUntil(guest, before.steps + 8);

  // Within the page one may look elsewhere; the head line leads back.
  await page.getByRole('link', { name: '排行榜' }).first().click();
  await expect(page.getByRole('heading', { name: '排行榜' })).toBeVisible();
  await page.getByRole('link', { name: '回到棋局' }).click();
  await expect(page).toHaveURL(/\/table\//);
});

test('who is given the address of a practice game watches it and sees no hidden piece', async ({
  arrive,
}) => {
  const player = await arrive('游客甲');
  await player.page.getByRole('button', { name: '开始' }).click();
  await player.arrange('经典');
  await expect.poll(() => player.phase).toBe('playing');
  await playUntil(player, 4);

  const watcher = await arrive('游客乙');
  await watcher.page.goto(player.page.url());
  await expect.poll(() => watcher.phase).toBe('playing');
  expect(watcher.snapshot.you).toEqual({ t: 'public' });
  knowsNoMore(watcher);

  const steps = watcher.view.steps;
  await playUntil(player, steps + 5);
  await expect.poll(() => watcher.view.steps).toBeGreaterThan(steps);
  await expect(player.page.getByText('观战 1')).toBeVisible();
});
