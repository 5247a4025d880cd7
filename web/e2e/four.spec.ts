import type { Seat } from '../src/api/types';
import { expect, test, type Person } from './harness';
import { knowsNoMore } from './harness/secrets';
import { playSteps, playToTheEnd, sitDown } from './harness/table';

const NAMES = ['青山', '白马', '赤壁', '玄武'];

/** The change and the score after it, as the result on the screen tells them. */
async function changeOnScreen(person: Person, seat: Seat): Promise<string> {
  const row = person.page.getByRole('region', { name: '对局结果' }).locator(`li.${seat} .score`);
  await expect(row).toBeVisible();
  return (await row.innerText()).replace(/\s+/g, ' ');
}

test('four people play ranked games to their ends', async ({ arrive }) => {
  test.setTimeout(600_000);
  const people: Person[] = [];
  for (const name of NAMES) {
    const person = await arrive(name);
    await person.register();
    people.push(person);
  }
  const seated = (seat: Seat): Person => {
    const person = people.find((one) => one.seat === seat);
    if (person === undefined) throw new Error(`nobody sits at ${seat}`);
    return person;
  };

  await test.step('by the flags, after more than 40 steps: +2 and −2', async () => {
    await sitDown(people);
    const fifth = await arrive('路人');
    await fifth.page.getByRole('link', { name: '观战', exact: true }).first().click();
    await expect.poll(() => fifth.phase).toBe('playing');
    const result = await playToTheEnd(people, 'red', 40);
    await expect.poll(() => fifth.phase).toBe('ended');
    expect(fifth.view.result).toEqual(result);
    knowsNoMore(fifth);
    expect(result.winner).toEqual(['red', 'blue']);
    expect(result.steps).toBeGreaterThan(40);
    for (const person of people) {
      knowsNoMore(person);
      for (const seat of ['red', 'blue'] as const) expect(await changeOnScreen(person, seat)).toContain('+2');
      for (const seat of ['purple', 'green'] as const)
        expect(await changeOnScreen(person, seat)).toContain('−2');
    }
    // Leaderboard and player page tell the same.
    const winner = seated('red');
    await winner.page.getByRole('button', { name: '回大厅' }).click();
    await winner.page.getByRole('link', { name: '排行榜' }).first().click();
    const row = winner.page.getByRole('row').filter({ hasText: winner.name });
    await expect(row).toContainText('2');
    await row.getByRole('link', { name: winner.name }).click();
    await expect(winner.page.getByRole('heading', { name: winner.name })).toBeVisible();
    await expect(winner.page.getByText('+2')).toBeVisible();
    await winner.page.getByRole('link', { name: '复盘', exact: true }).last().click();
    await expect(winner.page).toHaveURL(/\/games\//);
    await expect(winner.page.getByRole('button', { name: '全明' })).toBeVisible();
  });

  await test.step('by surrender within 40 steps: the winners get 0, and are told why', async () => {
    await sitDown(people);
    await playSteps(people, 20);
    for (const seat of ['purple', 'green'] as const) {
      const { page } = seated(seat);
      await page.getByRole('button', { name: '投降', exact: true }).click();
      await page.getByRole('button', { name: '确定' }).click();
    }
    for (const person of people) {
      await expect.poll(() => person.phase).toBe('ended');
      expect(await changeOnScreen(person, 'red')).toContain('0');
      expect(await changeOnScreen(person, 'green')).toContain('−2');
      await expect(person.page.getByText('40 步内结束，赢方不得分').first()).toBeVisible();
    }
  });
});
