/** Four people at one table, and how they play so that a game ends as it should. */

import type { GameResult, Seat } from '../../src/api/types';
import { nextSeat } from '../../src/board/geometry';
import type { Person } from './person';

/** The commander stands where the curve leads into the previous seat's field. */
const RUN =
  '40 39 38 38 37 / 37 -- 36 -- 36 / 35 00 -- 00 35 / 34 -- 34 -- 34 / 33 41 33 41 33 / 32 07 32 41 32';
/** Small pieces alone stand on the way from that curve to the flag. */
const LANE =
  '38 37 39 40 33 / 36 -- 35 -- 33 / 35 00 -- 00 33 / 36 -- 37 -- 34 / 41 38 34 32 32 / 41 41 34 07 32';
const LAYOUTS = { 冲锋: RUN, 让路: LANE } as const;
const WINNERS: readonly Seat[] = ['red', 'blue'];

export async function keepLayouts(people: readonly Person[]): Promise<void> {
  for (const person of people)
    for (const [name, layout] of Object.entries(LAYOUTS)) await person.keepLayout(name, layout);
}

export function seated(people: readonly Person[], seat: Seat): Person {
  const person = people.find((one) => one.seat === seat);
  if (person === undefined) throw new Error(`nobody sits at ${seat}`);
  return person;
}

/** Sets up so that red and blue can win, and begins. */
export async function setUp(people: readonly Person[]): Promise<void> {
  await Promise.all(people.map((person) => person.until(() => person.phase === 'arranging')));
  for (const person of people) await person.arrange(WINNERS.includes(person.seat) ? '冲锋' : '让路');
  await Promise.all(people.map((person) => person.until(() => person.phase === 'playing')));
}

/** Everybody passes the time until so many steps are made. */
export async function idle(people: readonly Person[], until: number): Promise<void> {
  await takeTurns(people, { until, move: besides });
}

/** Until so many steps are made or the game has ended. The last flag is taken only after `endAfter` steps. */
export async function play(
  people: readonly Person[],
  { endAfter, until = Infinity }: { endAfter: number; until?: number },
): Promise<void> {
  await takeTurns(people, { until, move: (person) => nextMove(person, person.view.steps >= endAfter) });
}

async function takeTurns(
  people: readonly Person[],
  { until, move }: { until: number; move: (person: Person) => [from: string, to: string] },
): Promise<void> {
  const [someone] = people as readonly [Person];
  while (someone.phase === 'playing' && someone.view.steps < until) {
    const { turn, steps } = someone.view;
    if (turn === null) throw new Error('nobody is on turn in a running game');
    const person = seated(people, turn);
    await person.until(() => person.moves.length > 0);
    await person.move(...move(person));
    await Promise.all(people.map((one) => one.until(() => one.phase === 'ended' || one.view.steps > steps)));
  }
}

export function resultOf(person: Person): GameResult {
  const { result } = person.view;
  if (result === null) throw new Error('the game has no result');
  return result;
}

/** Red and blue run for a flag each; whoever has nothing better to do steps into the camp beside and back. */
function nextMove(person: Person, mayEnd: boolean): [from: string, to: string] {
  const { seat, view } = person;
  if (WINNERS.includes(seat)) {
    const [own, previous] = [seat.charAt(0), nextSeat(seat, 3).charAt(0)];
    const way = [`${own}11`, ...['15', '25', '35', '45', '55', '54', '64'].map((spot) => previous + spot)];
    const at = view.pieces.find(({ army, piece }) => army === seat && piece === '40')?.at;
    const to = at === undefined ? undefined : way[way.indexOf(at) + 1];
    const ends = to === way.at(-1) && view.out.length === 1;
    if (at !== undefined && to !== undefined && (mayEnd || !ends)) return [at, to];
  }
  return besides(person);
}

/** Into the camp beside, or back. */
function besides({ seat, view }: Person): [from: string, to: string] {
  const [a, b] = [`${seat.charAt(0)}23`, `${seat.charAt(0)}22`];
  return view.pieces.some(({ at }) => at === a) ? [a, b] : [b, a];
}
