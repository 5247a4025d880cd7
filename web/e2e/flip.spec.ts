/** 翻棋: turned over to the first engineer, then played; what is refused says why. */

import { expect, test, type Person } from './harness';
import { inspect } from './harness/frames';
import { begin, openRoom, playOn, seeReplay } from './harness/modes';

/** The points beside one on the two-country board, mountain line and diagonals aside. */
function beside(at: string): string[] {
  const [seat, row, column] = [at.charAt(0), Number(at.charAt(1)), Number(at.charAt(2))];
  return [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ]
    .filter(([r = 0, c = 0]) => r > 0 && r < 7 && c > 0 && c < 6)
    .map(([r, c]) => `${seat}${r}${c}`);
}

const alert = ({ page }: Person, text: string) => page.getByRole('alert').filter({ hasText: text });

test('two turn pieces over, lead what they find, and are told what is not allowed', async ({ arrive }) => {
  const people = [await arrive('甲'), await arrive('乙')] as const;
  const [red, blue] = people;
  await openRoom(people, { mode: '翻棋' });
  await begin(people);
  await expect(red.page.getByText('轮到你翻棋 · 先翻出工兵的一方得其色')).toBeVisible();
  await expect(red.page.getByText('未翻 50')).toBeVisible();
  await expect(red.page.getByRole('region', { name: /^未定色/ })).toHaveCount(2);

  // Until an engineer is turned over nobody has pieces to move.
  await playOn(people, 1);
  const [first] = blue.events.map(({ event: { action } }) => (action.t === 'flip' ? action.d.piece : null));
  if (first !== null && first !== undefined && blue.view.colours === null) {
    const { x, y, width, height } = (await blue.point(first.at).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await blue.page.mouse.click(x + width / 2, y + height / 2);
    await expect(alert(blue, '先翻出工兵的一方得其色')).toBeVisible();
    await blue.page.keyboard.press('Escape');
  }
  await playOn(people, 50, (_, deeds) => deeds.find((deed) => deed.length === 1));
  expect(red.view.colours).not.toBeNull();
  const army = red.view.colours?.red === 'red' ? '红方' : '蓝方';
  await expect(red.page.getByRole('region', { name: new RegExp(`^${army}`) })).toContainText(`执${army}`);
  await expect(red.page.getByText('未翻 0')).toBeVisible();

  // With mines left no flag is taken.
  const found = people.flatMap((person) =>
    person.view.pieces
      .filter(({ army, piece }) => piece === '07' && army !== person.view.colours?.[person.seat])
      .flatMap(({ at }) => beside(at).map((from) => ({ person, from, at }))),
  );
  const tried = found.find(({ person, from }) => person.moves.some((move) => move.from === from));
  if (tried !== undefined) {
    await tried.person.move(tried.from, tried.at);
    await expect(tried.person.page.getByRole('alert')).not.toHaveCount(0);
  }
  const [loser, winner] = [red, blue];
  await loser.deed('投降', '本局不计分');
  await winner.until(() => winner.phase === 'ended');
  for (const person of people) inspect(person.frames);
  await seeReplay(winner);
  await expect(winner.page.getByText('翻棋').first()).toBeVisible();
});
