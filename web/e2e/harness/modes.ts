/** A room of any mode, and people who play it by whatever is legal. */

import { expect } from '@playwright/test';

import { zh } from '../../src/i18n/zh';
import { seatsInGame } from '../../src/game/seats';
import type { Person } from './person';

export interface Wanted {
  readonly mode: '四国' | '单挑' | '两国军棋' | '翻棋';
  /** Absent where there is no choice. */
  readonly sight?: string;
  /** House rules to switch on. */
  readonly house?: readonly string[];
}

/** The first of the people opens the room, red and to begin; the others take the other seats. */
export async function openRoom(
  people: readonly Person[],
  { mode, sight, house = [] }: Wanted,
): Promise<void> {
  const [host, ...others] = people as [Person, ...Person[]];
  const { page } = host;
  const choose = (group: string, name: string): Promise<void> =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
  await page.goto('/');
  await page.getByRole('button', { name: '创建房间' }).click();
  await choose('玩法', mode);
  if (sight !== undefined) await choose('明暗', sight);
  if (house.length > 0) await page.locator('summary').click();
  for (const rule of house) await page.getByRole('switch', { name: rule }).check({ force: true });
  await choose('谁能进来', '私密');
  await page.getByLabel('谁先走').selectOption('红方');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  const link = await page.getByRole('textbox', { name: '邀请链接' }).inputValue();
  const seats = seatsInGame(host.snapshot.options.rules).slice(1);
  for (const [index, person] of others.entries()) {
    await person.page.goto(link);
    const seat = seats[index];
    if (seat === undefined) throw new Error('more people than seats');
    await person.page
      .getByRole('region', { name: zh.seats[seat], exact: true })
      .getByRole('button', { name: '坐下' })
      .click();
  }
}

/** Until the game runs; whoever has to set up takes a layout that comes with the page. */
export async function begin(people: readonly Person[], layout = '经典'): Promise<void> {
  const [host] = people as [Person];
  if (host.snapshot.options.rules.setup === 'arrange') {
    await Promise.all(people.map((person) => person.until(() => person.phase === 'arranging')));
    for (const person of people) await person.arrange(layout);
  }
  await Promise.all(people.map((person) => person.until(() => person.phase === 'playing')));
}

/** What somebody on turn may do: a move, or a flip of one point. */
export type Deed = readonly [from: string, to: string] | readonly [at: string];

export function deedsOf(person: Person): Deed[] {
  const moves = person.moves.flatMap(({ from, to }) => to.map((end): Deed => [from, end]));
  return [...moves, ...person.flips.map((at): Deed => [at])];
}

/** Plays until so many steps are made or the game has ended; `choose` picks among what is legal. */
export async function playOn(
  people: readonly Person[],
  until: number,
  choose: (person: Person, deeds: readonly Deed[]) => Deed | undefined = (_, deeds) => deeds[0],
): Promise<void> {
  const [someone] = people as readonly [Person];
  while (someone.phase === 'playing' && someone.view.steps < until) {
    const { turn, steps } = someone.view;
    const person = people.find(({ seat }) => seat === turn);
    if (person === undefined) throw new Error(`nobody sits at ${turn}`);
    await person.until(() => deedsOf(person).length > 0);
    const deed = choose(person, deedsOf(person));
    if (deed === undefined) throw new Error('on turn without a deed');
    if (deed.length === 2) await person.move(...deed);
    else await person.flip(deed[0]);
    await Promise.all(people.map((one) => one.until(() => one.phase === 'ended' || one.view.steps > steps)));
  }
}

/** The end is on the screen, and the game can be stepped through. */
export async function seeReplay(person: Person): Promise<void> {
  const { page } = person;
  const panel = page.getByRole('region', { name: '对局结果' });
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: '复盘' }).click();
  await expect(page).toHaveURL(/\/games\//);
  await page.keyboard.press('End');
  await expect(page.locator('[aria-current="step"]')).toHaveCount(1);
}
