/**
 * Where an own piece might be able to go when its turn comes, for choosing a move ahead. It reads the ways of the board
 * and asks nothing of the others' pieces, which will have moved by then; what is legal then is said by the server alone.
 */

import type { RuleSet, Seat, SeenPiece } from '../api/types';
import { geometry, type BoardKind, type Point } from '../board';
import { waysOf } from './ways';

export function guessMoves(
  pieces: readonly SeenPiece[],
  own: Seat,
  rules: RuleSet,
): Map<Point, readonly Point[]> {
  const ownPieces = pieces.filter(({ army }) => army === own);
  const taken = new Set(ownPieces.map(({ at }) => at));
  const board = geometry(rules.board);
  const moves = new Map<Point, readonly Point[]>();
  for (const { at, piece } of ownPieces) {
    const held = board.place.get(at)?.kind === 'hq' && !rules.hq_exit;
    if (held || piece === '41' || piece === '07') continue;
    const turns = piece === '32' || (piece === '00' && rules.bombs_fly) || rules.corner === 'one-turn';
    const reach = turns ? anyWay(at, taken, rules.board) : straight(at, taken, rules.board);
    const near = waysOf(rules.board).near.get(at) ?? [];
    const targets = [...new Set([...near, ...reach])].filter((to) => !taken.has(to));
    if (targets.length > 0) moves.set(at, targets);
  }
  return moves;
}

/** Along each railway line, as far as no own piece stands in the way. */
function straight(from: Point, taken: ReadonlySet<Point>, kind: BoardKind): Point[] {
  return geometry(kind)
    .lines.filter((line) => line.includes(from))
    .flatMap((line) => {
      const here = line.indexOf(from);
      return [line.slice(here + 1), line.slice(0, here).reverse()].flatMap((run) => {
        const stop = run.findIndex((point) => taken.has(point));
        return stop === -1 ? run : run.slice(0, stop);
      });
    });
}

/** Wherever the railway leads, turns included. */
function anyWay(from: Point, taken: ReadonlySet<Point>, kind: BoardKind): Point[] {
  const { rail } = waysOf(kind);
  const seen = new Set([from]);
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of rail.get(at) ?? []) {
      if (seen.has(next) || taken.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  seen.delete(from);
  return [...seen];
}
