/** Each way to play, from the lobby to the result and the replay. */

import type { ExpandedGame } from '../src/api/types';
import { modeName } from '../src/game/rules';
import { zh } from '../src/i18n/zh';
import { views } from '../src/replay/playthrough';
import { expect, test, type Person } from './harness';
import { drop, vectorRecord } from './harness/files';
import { inspect } from './harness/frames';
import { boardOf, inWords } from './harness/person';
import { begin, openRoom, playOn, seeReplay, type Wanted } from './harness/modes';

/** Before so many steps nobody may surrender. */
const STEPS = 20;

const known = ({ view }: Person, army: string): number =>
  view.pieces.filter((piece) => piece.army === army && piece.piece !== null).length;

const TWO: readonly (Wanted & { readonly name: string; readonly seen: number })[] = [
  { mode: '单挑', sight: '明棋', name: zh.modes.duelOpen, seen: 25 },
  { mode: '两国军棋', sight: '暗棋', name: zh.modes.classicDark, seen: 0 },
  { mode: '两国军棋', sight: '明棋', name: zh.modes.classicOpen, seen: 25 },
];

for (const { name, seen, ...wanted } of TWO) {
  test(`two play ${name}`, async ({ arrive }) => {
    const people = [await arrive('甲'), await arrive('乙')] as const;
    const [red, blue] = people;
    await openRoom(people, wanted);
    await begin(people);
    await expect(red.page.getByText(name, { exact: true }).first()).toBeVisible();
    expect(known(red, 'blue')).toBe(seen);
    expect(known(red, 'red')).toBe(25);
    await playOn(people, STEPS);
    await red.deed('投降', '本局不计分');
    await blue.until(() => blue.phase === 'ended');
    await expect(blue.page.getByRole('heading', { name: '我方胜' })).toBeVisible();
    for (const person of people) inspect(person.frames);
    await seeReplay(blue);
    await expect(blue.page.getByText(name).first()).toBeVisible();
  });
}

for (const [sight, name, partner, enemy] of [
  ['双明', zh.modes.fourPartners, 25, 0],
  ['全明', zh.modes.fourOpen, 25, 25],
] as const) {
  test(`four play ${name}`, async ({ arrive }) => {
    const people = [await arrive('甲'), await arrive('乙'), await arrive('丙'), await arrive('丁')] as const;
    const [red] = people;
    await openRoom(people, { mode: '四国', sight });
    await begin(people);
    await expect(red.page.getByText(name, { exact: true }).first()).toBeVisible();
    expect([known(red, 'red'), known(red, 'blue')]).toEqual([25, partner]);
    expect([known(red, 'purple'), known(red, 'green')]).toEqual([enemy, enemy]);
    await playOn(people, 8);
    await red.deed('退出', '本局就此结束，不计分。');
    await Promise.all(people.slice(1).map((one) => one.until(() => one.phase === 'ended')));
    for (const person of people) inspect(person.frames);
    const [, purple] = people;
    await seeReplay(purple);
  });
}

test('two play by house rules, which everybody is told', async ({ arrive }) => {
  const people = [await arrive('甲'), await arrive('乙')] as const;
  const [red, blue] = people;
  await openRoom(people, { mode: '两国军棋', sight: '暗棋', house: ['大本营可出', '不限超时'] });
  await begin(people);
  expect(red.snapshot.options.rules).toMatchObject({ hq_exit: true, timeouts: 0 });
  for (const { page } of people) {
    await expect(page.getByText('大本营可出 · 不限超时').filter({ visible: true })).toBeVisible();
  }
  await playOn(people, 4);
  await red.deed('退出', '本局就此结束，不计分。');
  await blue.until(() => blue.phase === 'ended');
  await seeReplay(blue);
  await expect(blue.page.getByText('大本营可出')).toBeVisible();
  // The next room begins as the last one was.
  await red.page.goto('/');
  await red.page.getByRole('button', { name: '创建房间' }).click();
  await expect(red.page.getByRole('radio', { name: /^两国军棋/ })).toBeChecked();
  await expect(red.page.locator('summary')).toContainText('大本营可出、不限超时');
  await expect(red.page.getByRole('dialog')).toContainText('不计分：计分局只用默认规则');
});

const SUITES = [
  'dark4',
  'partners4',
  'full',
  'dark2',
  'open2',
  'classic2',
  'classic-open2',
  'flip2',
] as const;

test('a recorded game of each mode is shown to its end', async ({ arrive, server }) => {
  const { page } = await arrive('路人');
  await page.goto('/replay');
  for (const suite of SUITES) {
    const body = JSON.stringify(vectorRecord(`${suite}.jsonl`, 0));
    const answer = await fetch(`${server.address}/api/v1/replay`, { method: 'POST', body });
    const game = (await answer.json()) as ExpandedGame;
    await drop(page, `${suite}.json`, new TextEncoder().encode(body));
    const board = (view = game.start) => inWords(view, game.rules.board);
    await expect.poll(() => boardOf(page), suite).toEqual(board());
    await expect(page.getByText(modeName(zh, game.rules)).first()).toBeVisible();
    await page.keyboard.press('End');
    await expect.poll(() => boardOf(page), suite).toEqual(board(views(game, null).at(-1)));
  }
});
