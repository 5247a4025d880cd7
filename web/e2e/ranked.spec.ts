/** Four people play ranked games to their ends, a fifth watches, and every place that tells the scores tells the same. */

import type { Seat } from '../src/api/types';
import { expect, test, type Person } from './harness';
import { Database } from './harness/database';
import { inspect } from './harness/frames';
import { keepLayouts, play, resultOf, seated, setUp } from './harness/table';

const NAMES = ['青山', '白马', '赤壁', '玄武'];
const SEATS: readonly Seat[] = ['red', 'purple', 'blue', 'green'];
const TOO_SHORT = '40 步内结束，赢方不得分';
const PROTECTED = '对手有人不足 50 分，赢了不加分';

interface Change {
  readonly change: number;
  readonly after: number;
  /** What is said beside it. */
  readonly why: string | null;
}

const written = (number: number): string => (number < 0 ? `−${-number}` : String(number));
const signed = (change: number): string => (change > 0 ? `+${change}` : written(change));

/** The result panel of a page tells each seat's change. */
async function expectOnPanel(person: Person, changes: ReadonlyMap<Seat, Change>): Promise<void> {
  const panel = person.page.getByRole('region', { name: '对局结果' });
  for (const [seat, { change, after, why }] of changes) {
    const row = panel.locator(`li.${seat}`);
    await expect(row.locator('.score')).toHaveText(
      `${signed(change)} ${written(after - change)} → ${written(after)}`,
    );
    for (const reason of [TOO_SHORT, PROTECTED])
      await expect(row.getByText(reason)).toHaveCount(reason === why ? 1 : 0);
  }
}

/** Leaderboard and player pages, as anybody sees them. */
async function expectOnPages({ page }: Person, changes: ReadonlyMap<string, Change>): Promise<void> {
  for (const [name, { change, after }] of changes) {
    await page.goto('/');
    await page.getByRole('link', { name: '排行榜' }).first().click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.locator('strong')).toHaveText(written(after));
    await row.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.locator('main').getByText(written(after), { exact: true }).first()).toBeVisible();
    await expect(page.locator('li .outcome .number').first()).toHaveText(signed(change));
  }
}

test('four people play ranked games to their ends', async ({ arrive, server }) => {
  test.setTimeout(600_000);
  const database = new Database(server.database);
  const people: Person[] = [];
  for (const name of NAMES) {
    const person = await arrive(name);
    await person.register();
    people.push(person);
  }
  await keepLayouts(people);
  const fifth = await arrive('路人');

  /** Everybody looks for a match; how many frames each had heard before. */
  async function lineUp(): Promise<readonly number[]> {
    const heard = people.map(({ frames }) => frames.length);
    for (const person of people) await person.quickMatch();
    return heard;
  }

  async function scoresAfter(begun: readonly number[]): Promise<void> {
    const told = (one: Person, from: number | undefined): boolean =>
      one.frames.slice(from).some(({ t }) => t === 'scores');
    await Promise.all(people.map((one, index) => one.until(() => told(one, begun[index]))));
  }

  /** What the ended game did, which all five pages, the database and the pages of the ladder agree about. */
  async function expectEverywhere(wanted: (seat: Seat) => Pick<Change, 'change' | 'why'>): Promise<void> {
    const told = people[0]?.frames.findLast((frame) => frame.t === 'scores');
    if (told?.t !== 'scores') throw new Error('no scores were told');
    const bySeat = new Map<Seat, Change>();
    const byName = new Map<string, Change>();
    for (const seat of SEATS) {
      const { name } = seated(people, seat);
      const score = told.d.scores[seat];
      if (score === null) throw new Error(`${seat} has no score`);
      const change = { ...wanted(seat), after: score.before + score.change };
      expect(score.change, seat).toBe(change.change);
      expect(database.lastChanges().get(name)).toEqual([
        score.before,
        change.change,
        score.reason,
        change.after,
      ]);
      expect(database.scoreOf(name)).toBe(change.after);
      bySeat.set(seat, change);
      byName.set(name, change);
    }
    for (const person of people) await expectOnPanel(person, bySeat);
    await expectOnPages(fifth, byName);
  }

  await test.step('by the flags, after more than 40 steps: +2 and −2', async () => {
    const begun = await lineUp();
    await setUp(people);
    await fifth.page.getByRole('link', { name: '观战', exact: true }).first().click();
    await fifth.until(() => fifth.phase === 'playing');
    expect(fifth.snapshot.you).toEqual({ t: 'public' });

    const red = seated(people, 'red');
    await red.ask('投降', /20 步之内不能投降/);
    await expect(red.page.getByRole('button', { name: '确定' })).toBeDisabled();
    await red.page.getByRole('button', { name: '取消' }).click();
    await red.ask('退出', '本局立即作废，四家都不得分；记你逃跑一次');
    await red.page.getByRole('button', { name: '取消' }).click();
    await red.ask('求和', /同意/);
    await red.page.keyboard.press('Escape');
    await expect(red.page.getByRole('alertdialog')).toHaveCount(0);

    await play(people, { endAfter: 41 });
    const result = resultOf(red);
    expect(result).toMatchObject({ winner: ['red', 'blue'], reason: 'flag', void: false });
    expect(result.steps).toBeGreaterThan(40);
    await fifth.until(() => fifth.phase === 'ended');
    expect(fifth.view.result).toEqual(result);
    await scoresAfter(begun);
    await expectEverywhere((seat) => ({ change: seat === 'red' || seat === 'blue' ? 2 : -2, why: null }));
  });

  await test.step('within 40 steps: the winners get 0 and are told why', async () => {
    const begun = await lineUp();
    await setUp(people);
    await play(people, { endAfter: 0 });
    expect(resultOf(seated(people, 'red')).steps).toBeLessThanOrEqual(40);
    await scoresAfter(begun);
    await expectEverywhere((seat) =>
      seat === 'red' || seat === 'blue' ? { change: 0, why: TOO_SHORT } : { change: -2, why: null },
    );
  });

  await test.step('above 50 against below 50: told before, and a win adds 0', async () => {
    const scores = [60, 60, 40, 40];
    people.forEach(({ name }, index) => database.setScore(name, scores[index] ?? 0));
    const begun = await lineUp();
    // Before a minute is over the line of 50 parts them.
    for (const { page } of people.slice(0, 2)) {
      const dialog = page.getByRole('dialog', { name: '这一局赢了不加分' });
      await expect(dialog).toContainText(PROTECTED, { timeout: 90_000 });
      await dialog.getByRole('button', { name: '照下' }).click();
    }
    await setUp(people);
    await play(people, { endAfter: 41 });
    await scoresAfter(begun);
    await expectEverywhere((seat) => {
      if (seat === 'purple' || seat === 'green') return { change: -2, why: null };
      const above = people.indexOf(seated(people, seat)) < 2;
      return above ? { change: 0, why: PROTECTED } : { change: 2, why: null };
    });
  });

  for (const person of [...people, fifth]) {
    const { pieces, known } = inspect(person.frames);
    expect(pieces).toBeGreaterThanOrEqual(100);
    if (person === fifth) expect(known).toBe(0);
    else expect(known).toBeGreaterThan(25);
  }
});
