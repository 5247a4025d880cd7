/**
 * How the people of a test play so that a game ends as it should: one side goes for the flags, the other throws its army
 * away. It knows all four hands, as no player does; what may be played still comes from the server alone.
 */

import type { Piece, Seat, SeenPiece } from '../../src/api/types';
import { geometry } from '../../src/board/geometry';

export interface Move {
  readonly from: string;
  readonly to: string;
}

export type True = ReadonlyMap<string, { readonly army: Seat; readonly piece: Piece }>;

export const SIDES: Record<Seat, readonly Seat[]> = {
  red: ['red', 'blue'],
  blue: ['red', 'blue'],
  purple: ['purple', 'green'],
  green: ['purple', 'green'],
};

/** Lays the four views over each other: each seat knows its own pieces. */
export function trueBoard(
  hands: readonly { readonly seat: Seat; readonly pieces: readonly SeenPiece[] }[],
): True {
  return new Map(
    hands.flatMap(({ seat, pieces }) =>
      pieces.flatMap(({ at, army, piece }) =>
        army === seat && piece !== null ? [[at, { army, piece }] as const] : [],
      ),
    ),
  );
}

/** Goes for the nearest enemy flag; takes the one that ends the game only once `mayEnd` says so. */
export function attack(moves: readonly Move[], board: True, mayEnd: boolean): Move {
  const enemyFlags = [...board].filter(
    ([, { army, piece }]) => piece === '07' && !isFriend(moves, board, army),
  );
  const scored = moves.map((move) => {
    const mover = at(board, move.from);
    const target = board.get(move.to);
    if (target?.piece === '07') return { move, score: mayEnd || enemyFlags.length > 1 ? 1e6 : -1e6 };
    const fight = target === undefined ? 0 : worth(mover.piece, target.piece);
    const way = Math.min(...enemyFlags.map(([flag]) => distance(board, mover, move.to, flag)));
    // A piece that goes into headquarters never comes out again.
    const trapped = geometry('siguo').place.get(move.to)?.kind === 'hq' ? 500 : 0;
    return { move, score: fight - 10 * way - trapped };
  });
  return best(scored);
}

/** Loses what it can, and otherwise takes nothing. */
export function yieldTo(moves: readonly Move[], board: True): Move {
  const scored = moves.map((move) => {
    const target = board.get(move.to);
    const home = geometry('siguo').place.get(move.to)?.kind === 'camp' ? 20 : 0;
    if (target === undefined) return { move, score: -home };
    return { move, score: target.piece === '07' ? -1e6 : -worth(at(board, move.from).piece, target.piece) };
  });
  return best(scored);
}

function best(scored: readonly { move: Move; score: number }[]): Move {
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).move;
}

function isFriend(moves: readonly Move[], board: True, army: Seat): boolean {
  const [first] = moves;
  return first !== undefined && SIDES[at(board, first.from).army].includes(army);
}

function at(board: True, point: string): { army: Seat; piece: Piece } {
  const piece = board.get(point);
  if (piece === undefined) throw new Error(`nothing stands on ${point}`);
  return piece;
}

/** What a fight brings the attacker. */
function worth(attacker: Piece, defender: Piece): number {
  if (attacker === '00' || defender === '00') return Number(attacker) > 37 ? -80 : 10;
  if (defender === '41') return attacker === '32' ? 40 : -80;
  if (Number(attacker) > Number(defender)) return 40;
  return attacker === defender ? 5 : -80;
}

const NEIGHBOURS = ((): ReadonlyMap<string, readonly string[]> => {
  const { places, roads, lines } = geometry('siguo');
  const neighbours = new Map(places.map(({ name }) => [name, new Set<string>()]));
  const pairs = [
    ...roads,
    ...lines.flatMap((line) => line.slice(1).map((to, index) => [line[index] ?? to, to] as const)),
  ];
  for (const [a, b] of pairs) {
    neighbours.get(a)?.add(b);
    neighbours.get(b)?.add(a);
  }
  return new Map([...neighbours].map(([name, set]) => [name, [...set]]));
})();

/** Points on the way, with a surcharge for what stands there. */
function distance(board: True, mover: { army: Seat; piece: Piece }, from: string, flag: string): number {
  const costs = new Map([[from, 0]]);
  const open = [from];
  while (open.length > 0) {
    open.sort((a, b) => (costs.get(b) ?? 0) - (costs.get(a) ?? 0));
    const here = open.pop() as string;
    const cost = costs.get(here) ?? 0;
    if (here === flag) return cost;
    for (const next of NEIGHBOURS.get(here) ?? []) {
      const toNext = cost + 1 + (next === flag ? 0 : surcharge(board, mover, next));
      if (toNext < (costs.get(next) ?? Infinity)) {
        costs.set(next, toNext);
        open.push(next);
      }
    }
  }
  return 1e3;
}

function surcharge(board: True, mover: { army: Seat; piece: Piece }, point: string): number {
  const there = board.get(point);
  if (there === undefined) return geometry('siguo').place.get(point)?.kind === 'hq' ? 1e3 : 0;
  if (SIDES[mover.army].includes(there.army)) return 4;
  return worth(mover.piece, there.piece) > 0 ? 1 : 12;
}
