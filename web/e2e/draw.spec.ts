/** A draw by agreement: all must accept, and nobody's score changes. */

import { expect, test, type Person } from './harness';
import { Database } from './harness/database';
import { inspect } from './harness/frames';
import { keepLayouts, play, resultOf, seated, setUp } from './harness/table';

const NAMES = ['长河', '落日', '孤烟', '大漠'];

test('four people agree on a draw in a ranked game', async ({ arrive, server }) => {
  const people: Person[] = [];
  for (const name of NAMES) {
    const person = await arrive(name);
    await person.register();
    people.push(person);
  }
  await keepLayouts(people);
  for (const person of people) await person.quickMatch();
  await setUp(people);
  await play(people, { endAfter: 0, until: 4 });
  const [red, purple, blue, green] = (['red', 'purple', 'blue', 'green'] as const).map((seat) =>
    seated(people, seat),
  ) as [Person, Person, Person, Person];

  const answer = async (person: Person, by: Person, word: '同意' | '不同意'): Promise<void> => {
    await expect(person.page.getByText(`${by.name}求和`)).toBeVisible();
    await person.page.getByRole('button', { name: word, exact: true }).click();
  };

  await test.step('one who declines ends the offer for all', async () => {
    await purple.deed('求和', '场上各家都同意才算和棋');
    await answer(red, purple, '同意');
    await answer(green, purple, '不同意');
    for (const person of people) {
      await expect(person.page.getByText(`${green.name}不同意和棋`)).toBeVisible();
      expect(person.phase).toBe('playing');
    }
  });

  await test.step('three accept', async () => {
    await red.deed('求和', '场上各家都同意才算和棋');
    for (const person of [purple, blue, green]) await answer(person, red, '同意');
    for (const person of people) {
      await person.until(() => person.phase === 'ended');
      expect(resultOf(person)).toEqual({ winner: [], reason: 'agreed', void: false, steps: 4 });
      const panel = person.page.getByRole('region', { name: '对局结果' });
      await expect(panel.getByRole('heading', { name: '和棋' })).toBeVisible();
      await expect(panel).toContainText('各方同意，和棋');
      await expect(panel.locator('.score')).toHaveText(Array<string>(4).fill('0 0 → 0'));
      inspect(person.frames);
    }
  });

  const database = new Database(server.database);
  const { page } = await arrive('路人');
  for (const name of NAMES) {
    expect(database.lastChanges().get(name)).toEqual([0, 0, 'draw', 0]);
    expect(database.scoreOf(name)).toBe(0);
    await page.goto('/leaderboard');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.locator('strong')).toHaveText('0');
    await row.getByRole('link', { name }).click();
    await expect(page.locator('li .outcome').first()).toHaveText(/^和\s*0$/);
  }
});
