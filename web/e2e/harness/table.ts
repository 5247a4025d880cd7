/** Four people at one table. */

import { expect } from '@playwright/test';

import type { GameResult, Seat } from '../../src/api/types';
import { gameOf } from '../../src/net/room';
import type { Person } from './person';
import { attack, SIDES, trueBoard, yieldTo, type Move } from './strategy';

/** Everybody looks for a match, sets up and is ready. */
export async function sitDown(people: readonly Person[]): Promise<void> {
  for (const person of people) await person.quickMatch();
  for (const person of people) await expect.poll(() => person.phase).toBe('arranging');
  for (const person of people) await person.arrange('空城');
  for (const person of people) await expect.poll(() => person.phase).toBe('playing');
}

/** A page hears of a move within milliseconds; asking often keeps a long game short. */
const OFTEN = { intervals: [10, 20, 40] };

/** The person whose turn it is, once the page has been told what may be played. */
async function onTurn(people: readonly Person[]): Promise<Person | null> {
  await expect
    .poll(
      () =>
        people.some((person) => person.moves.length > 0) || people.every(({ phase }) => phase === 'ended'),
      OFTEN,
    )
    .toBe(true);
  return people.find((person) => person.moves.length > 0) ?? null;
}

function movesOf(person: Person): Move[] {
  return person.moves.flatMap(({ from, to }) => to.map((point) => ({ from, to: point })));
}

/** Plays until the game has ended, so that the side of `winner` wins, and not before that many steps. */
export async function playToTheEnd(
  people: readonly Person[],
  winner: Seat,
  notBefore: number,
): Promise<GameResult> {
  for (;;) {
    const person = await onTurn(people);
    if (person === null) break;
    const { steps } = person.view;
    const board = trueBoard(people.map(({ seat, view }) => ({ seat, pieces: view.pieces })));
    const moves = movesOf(person);
    const move = SIDES[winner].includes(person.seat)
      ? attack(moves, board, steps >= notBefore)
      : yieldTo(moves, board);
    await person.move(move.from, move.to);
    await expect
      .poll(() => people.every(({ phase, view }) => phase === 'ended' || view.steps > steps), OFTEN)
      .toBe(true);
  }
  const result = gameOf(people[0]?.snapshot.phase ?? { t: 'gathering' })?.view?.result;
  if (result === undefined || result === null) throw new Error('the game has no result');
  return result;
}

/** Lets so many steps be made by whoever is on turn. */
export async function playSteps(people: readonly Person[], steps: number): Promise<void> {
  while ((people[0]?.view.steps ?? steps) < steps) {
    const person = await onTurn(people);
    if (person === null) return;
    const before = person.view.steps;
    const board = trueBoard(people.map(({ seat, view }) => ({ seat, pieces: view.pieces })));
    const move = yieldTo(movesOf(person), board);
    await person.move(move.from, move.to);
    await expect.poll(() => people.every(({ view }) => view.steps > before), OFTEN).toBe(true);
  }
}
