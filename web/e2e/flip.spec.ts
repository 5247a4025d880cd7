/** 翻棋: turned over to the first engineer, then played; what is refused says why. */

import type { Shuffled } from '../src/api/types';
import { geometry } from '../src/board/geometry';
import { zh } from '../src/i18n/zh';
import { COUNTS, PIECES } from '../src/layout/pieces';
import { zh as modes } from '../src/modes/zh';
import { expect, test, type Person } from './harness';
import { Database } from './harness/database';
import { inspect } from './harness/frames';
import { begin, openRoom, playOn, seeReplay } from './harness/modes';

/** Three mines of blue between a red engineer and blue's flag, which a red platoon stands beside. */
const LAID: readonly Shuffled[] = [
  ['r45', 'red', '33'],
  ['r51', 'red', '32'],
  ['r52', 'blue', '41'],
  ['r53', 'blue', '41'],
  ['r54', 'blue', '41'],
  ['r55', 'blue', '07'],
];

/** All fifty pieces, those in their places and the others wherever there is room. */
function shuffleWith(laid: readonly Shuffled[]): Shuffled[] {
  const left = (['red', 'blue'] as const).flatMap((army) =>
    PIECES.flatMap((piece) => {
      const there = laid.filter(([, whose, what]) => whose === army && what === piece).length;
      return Array.from({ length: COUNTS[piece] - there }, () => [army, piece] as const);
    }),
  );
  const points = geometry('classic').places.filter(({ kind }) => kind !== 'camp');
  return points.map(({ name }) => {
    const known = laid.find(([at]) => at === name);
    const [army, piece] = known === undefined ? (left.pop() ?? ['red', '07']) : [known[1], known[2]];
    return [name, army, piece];
  });
}

/** Tries what is not allowed, by mouse; it is said why, and nothing happens. */
async function tryInVain(person: Person, points: readonly string[], why: string): Promise<void> {
  const { steps } = person.view;
  for (const point of points) {
    const { x, y, width, height } = (await person.point(point).boundingBox()) as DOMRect;
    await person.page.mouse.click(x + width / 2, y + height / 2);
  }
  const told = person.page.getByRole('alert').filter({ hasText: why });
  await expect(told).toBeVisible();
  await person.page.keyboard.press('Escape');
  await expect(told).toHaveCount(0);
  expect(person.view.steps).toBe(steps);
}

test('two turn pieces over, lead what they find, and are told what is not allowed', async ({ arrive }) => {
  const people = [await arrive('甲'), await arrive('乙')] as const;
  const [red, blue] = people;
  await openRoom(people, { mode: '翻棋' });
  await begin(people);
  await expect(red.page.getByText('轮到你翻棋 · 先翻出工兵的一方得其色')).toBeVisible();
  await expect(red.page.getByText('未翻 50')).toBeVisible();
  await expect(red.page.getByRole('region', { name: /^未定色/ })).toHaveCount(2);

  await playOn(people, 50, (_, deeds) => deeds.find((deed) => deed.length === 1));
  expect(red.view.colours).not.toBeNull();
  const army = red.view.colours?.red === 'red' ? '红方' : '蓝方';
  await expect(red.page.getByRole('region', { name: new RegExp(`^${army}`) })).toContainText(`执${army}`);
  await expect(red.page.getByText('未翻 0')).toBeVisible();

  const [loser, winner] = [red, blue];
  await loser.deed('投降', '本局不计分');
  await winner.until(() => winner.phase === 'ended');
  for (const person of people) inspect(person.frames);
  await seeReplay(winner);
  await expect(winner.page.getByText('翻棋').first()).toBeVisible();
});

test('each refusal has its sentence, the smallest piece takes the flag, and a shuffle changed meanwhile is told', async ({
  arrive,
  server,
}) => {
  const people = [await arrive('甲'), await arrive('乙')] as const;
  const [red, blue] = people;
  await openRoom(people, { mode: '翻棋' });
  await begin(people);
  const heard = people.map(({ frames }) => frames.length);
  await server.down();
  const shuffle = JSON.stringify(shuffleWith(LAID));
  new Database(server.database).rows(`update games set shuffled = '${shuffle}' where state = 'running'`);
  await server.up();
  for (const [index, person] of people.entries())
    await person.until(() => person.frames.slice(heard[index]).some(({ t }) => t === 'room'));

  const deeds: (readonly [Person, ...string[]])[] = [
    [red, 'r45'],
    [blue, 'r55'],
  ];
  const play = async (): Promise<void> => {
    for (const [person, ...points] of deeds.splice(0))
      await playOn(people, person.view.steps + 1, (who, legal) => {
        expect(who).toBe(person);
        return legal.find((deed) => deed.join() === points.join());
      });
  };
  await play();
  await tryInVain(red, ['r45'], zh.errors['no-colours']);

  deeds.push([red, 'r51'], [blue, 'r52']);
  await play();
  expect(red.view.colours).toEqual({ red: 'red', purple: null, blue: 'blue', green: null });
  await tryInVain(red, ['r51', 'r61'], zh.errors['face-down']);
  await tryInVain(red, ['r45', 'r55'], zh.errorFlagMined(3));

  deeds.push([red, 'r51', 'r52'], [blue, 'r53'], [red, 'r52', 'r53'], [blue, 'r54']);
  await play();
  await tryInVain(red, ['r45', 'r55'], zh.errorFlagMined(1));

  deeds.push([red, 'r53', 'r54'], [blue, 'r11']);
  await play();
  await tryInVain(red, ['r45', 'r55'], zh.errorFlagRank(zh.pieces['32']));
  // Whoever comes back knows what is left, though most was before.
  await red.page.reload();
  await expect(red.page.getByRole('listitem', { name: /^蓝方阵亡 3/ })).toBeVisible();
  deeds.push([red, 'r54', 'r55']);
  await play();
  await expect(red.page.getByRole('heading', { name: '我方胜' })).toBeVisible();
  await expect(blue.page.getByText(modes.seal.differs)).toBeVisible();
});
