/** A table from setting up to its end, and its replay, as people with a past see them. */

import { expect, test, type Person } from '../e2e/harness';
import { Database } from '../e2e/harness/database';
import { begin as beginOf, openRoom, playOn, type Wanted } from '../e2e/harness/modes';
import { act, areRecordsThere, begin, RECORDED, recordOf, sitDown } from '../e2e/harness/recorded';
import { keepLayouts, play, seated, setUp } from '../e2e/harness/table';
import { sheet, take } from './album';

const NAMES = ['石头剪刀布', '渡江侦察', '老兵不死', 'NorthWind'];
/** Score, and games won, lost, drawn and fled from. */
const PAST = [
  [152, 61, 40, 3, 2],
  [74, 30, 33, 1, 0],
  [2150, 720, 401, 22, 31],
  [-4, 3, 5, 0, 1],
];
const STEPS = 100;

async function peopleWithAPast(arrive: (name: string) => Promise<Person>, file: string): Promise<Person[]> {
  const database = new Database(file);
  const people: Person[] = [];
  for (const [index, name] of NAMES.entries()) {
    const person = await arrive(name);
    await person.register();
    database.rows(
      `insert into scores select 'siguo', id, ${PAST[index]?.slice(0, 1)}, 0, ${PAST[index]?.slice(1)}, 0, 0, 0, 0
       from accounts where name = '${name}'`,
    );
    people.push(person);
  }
  return people;
}

async function say({ page }: Person, channel: string, text: string): Promise<void> {
  await page.getByRole('tab', { name: channel }).click();
  await page.getByLabel('说点什么').fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

test('setting up, in mid-game, replayed', async ({ arrive, browser, server }) => {
  test.skip(!areRecordsThere(), `no ${RECORDED}`);
  test.setTimeout(900_000);
  const record = recordOf('qq-21');
  const people = await peopleWithAPast(arrive, server.database);
  const [red, purple, blue, green] = people as [Person, Person, Person, Person];
  await sitDown(people, record);
  await green.arrange('实战');
  const { pathname } = new URL(red.page.url());
  await take(red, 'arranging', pathname, (page) => page.locator('.siguo-board .piece').first().waitFor());
  await sheet(browser, 'arranging');

  await green.page.getByRole('button', { name: '取消准备' }).click();
  await begin(people);
  await say(purple, '房间频道', '大家好');
  await act(people, record.actions.slice(0, 57));
  await say(blue, '对家频道', '打下家，我跟上');
  await say(green, '房间频道', '好棋');
  await act(people, record.actions.slice(0, STEPS), 57);
  await take(red, 'table', pathname, (page) => page.getByText('NorthWind').first().waitFor());
  await sheet(browser, 'table');

  await red.deed('退出', '本局就此结束，不计分。');
  await purple.until(() => purple.phase === 'ended');
  const { phase } = purple.snapshot;
  if (phase.t !== 'ended') throw new Error('it goes on');
  const stranger = await arrive('路人');
  const there = `/games/${phase.d.game}`;
  await take(stranger, 'replay', `${there}#57`, (page) =>
    page.locator('.siguo-board .piece').first().waitFor(),
  );
  await sheet(browser, 'replay');
  await take(stranger, 'replay-eyes', `${there}?eyes=blue#${STEPS}`, async (page) => {
    await page.locator('.siguo-board .piece').first().waitFor();
    await page.getByRole('tab').last().click();
  });
  await sheet(browser, 'replay-eyes');
});

test('the result of a ranked game', async ({ arrive, browser, server }) => {
  test.setTimeout(900_000);
  const people = await peopleWithAPast(arrive, server.database);
  // Nobody waits for the line of 50 to fall.
  new Database(server.database).rows('update scores set score = score + 60 where score < 50');
  await keepLayouts(people);
  for (const person of people) await person.quickMatch();
  await setUp(people);
  await play(people, { endAfter: 41 });
  const red = seated(people, 'red');
  await take(red, 'result', new URL(red.page.url()).pathname, (page) =>
    page.locator('.result .score').first().waitFor(),
  );
  await sheet(browser, 'result');
});

const TABLES: readonly (Wanted & { readonly name: string; readonly until: number })[] = [
  { name: 'partners', mode: '四国', sight: '双明', house: ['顺时针', '撞雷同下', '炸弹满天飞'], until: 12 },
  { name: 'open', mode: '四国', sight: '全明', until: 12 },
  { name: 'duel', mode: '单挑', sight: '暗棋', until: 12 },
  { name: 'classic', mode: '两国军棋', sight: '明棋', until: 12 },
  { name: 'flip', mode: '翻棋', house: ['炸弹满天飞'], until: 44 },
];

for (const { name, until, ...wanted } of TABLES) {
  test(`a table of each mode: ${name}`, async ({ arrive, browser }) => {
    test.setTimeout(900_000);
    const people = await Promise.all(NAMES.slice(0, wanted.mode === '四国' ? 4 : 2).map(arrive));
    await openRoom(people, wanted);
    await beginOf(people);
    await playOn(people, until);
    const [red] = people as [Person];
    await take(red, name, new URL(red.page.url()).pathname, (page) =>
      page.locator('.siguo-board .piece').first().waitFor(),
    );
    await sheet(browser, name);
  });
}
