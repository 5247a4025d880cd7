/** 翻棋: what everybody may count of the pieces. */

import type { Fallen, Piece, Seat, SeenPiece } from '../api/types';
import { COUNTS, PIECES } from '../layout/pieces';

/** What is left of an army, face-down pieces counted. */
export interface Remains {
  readonly mines: number;
  /** The lowest rank that is left; null where none is. */
  readonly lowest: Piece | null;
  readonly fallen: readonly (readonly [piece: Piece, count: number])[];
  readonly fallenCount: number;
}

/** By strength, the weakest first. */
const RANKS: readonly Piece[] = ['32', '33', '34', '35', '36', '37', '38', '39', '40'];

export function remainsOf(all: readonly Fallen[], army: Seat): Remains {
  const own = new Map(all.filter((one) => one.army === army).map(({ piece, count }) => [piece, count]));
  const gone = (kind: Piece): number => own.get(kind) ?? 0;
  return {
    mines: COUNTS['41'] - gone('41'),
    lowest: RANKS.find((rank) => gone(rank) < COUNTS[rank]) ?? null,
    fallen: PIECES.map((kind) => [kind, gone(kind)] as const).filter(([, count]) => count > 0),
    fallenCount: [...own.values()].reduce((sum, count) => sum + count, 0),
  };
}

export function faceDownCount(pieces: readonly SeenPiece[]): number {
  return pieces.filter(({ army }) => army === null).length;
}

/** The other of the two armies. */
export function otherArmy(army: Seat): 'red' | 'blue' {
  return army === 'red' ? 'blue' : 'red';
}
