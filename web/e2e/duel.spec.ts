/** A ranked duel by quick match: a line of its own, one point for the winner and one from the loser. */

import { expect, test, type Person } from './harness';
import { Database } from './harness/database';
import { inspect } from './harness/frames';
import { idle, keepLayouts, setUp } from './harness/table';

test('two play a ranked duel for a point', async ({ arrive, server }) => {
  const database = new Database(server.database);
  const people: [Person, Person] = [await arrive('左宗'), await arrive('右卫')];
  for (const person of people) await person.register();
  await keepLayouts(people);
  // Who waits for a game of four is in another line.
  const other = await arrive('旁人');
  await other.register();
  await other.quickMatch();
  for (const person of people) await person.quickMatch('单挑');
  await setUp(people);
  const [winner, loser] = people;
  expect(winner.snapshot).toMatchObject({ ranked: true, options: { rules: { players: 2 } } });
  expect(people.map(({ seat }) => seat).sort()).toEqual(['blue', 'red']);
  await expect(other.page.getByText('匹配中')).toBeVisible();

  // A duel that ends within 30 steps gives the winner nothing.
  await idle(people, 31);
  await loser.deed('投降', '我方就此判负，扣 1 分。');
  await Promise.all(people.map((one) => one.until(() => one.frames.some(({ t }) => t === 'scores'))));
  for (const { page } of people) {
    const panel = page.getByRole('region', { name: '对局结果' });
    await expect(panel.locator(`li.${winner.seat} .score`)).toHaveText('+1 0 → 1');
    await expect(panel.locator(`li.${loser.seat} .score`)).toHaveText('−1 0 → −1');
  }
  expect(people.map(({ name }) => database.scoreOf(name))).toEqual([1, -1]);
  for (const person of people) expect(inspect(person.frames).known).toBeGreaterThanOrEqual(25);
});
