/** The kinds of pieces by the numbers that players use. */

import type { Piece } from '../api/types';

export type PieceCode = Piece;

export const PIECES: readonly PieceCode[] = [
  '40',
  '39',
  '38',
  '37',
  '36',
  '35',
  '34',
  '33',
  '32',
  '00',
  '41',
  '07',
];

/** How many of each an army has; 25 in all. */
export const COUNTS: Readonly<Record<PieceCode, number>> = {
  '40': 1,
  '39': 1,
  '38': 2,
  '37': 2,
  '36': 2,
  '35': 2,
  '34': 3,
  '33': 3,
  '32': 3,
  '00': 2,
  '41': 3,
  '07': 1,
};

export function isPiece(code: string): code is PieceCode {
  return (PIECES as readonly string[]).includes(code);
}
