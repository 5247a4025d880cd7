/** From what a view holds to what stands on the pieces. */

import type { Happened, Legal, Piece, SeenPiece } from '../api/types';
import type { BoardPiece, LastMove, Point } from '../board';
import type { Catalogue } from '../i18n';

export const FACES = ['names', 'short', 'numbers'] as const;
export type Face = (typeof FACES)[number];
/** The owner's guesses, by point. */
export type Marks = ReadonlyMap<Point, string>;

export function faceOf(words: Catalogue, face: Face, piece: Piece): string {
  switch (face) {
    case 'names':
      return words.pieceFaces[piece];
    case 'short':
      return words.pieceShort[piece];
    case 'numbers':
      return piece;
  }
}

export function boardPieces(
  pieces: readonly SeenPiece[],
  words: Catalogue,
  face: Face,
  marks: Marks = new Map(),
): BoardPiece[] {
  return pieces.map(({ at, army, piece }) => {
    const mark = piece === null ? marks.get(at) : undefined;
    const text = piece === null ? null : faceOf(words, face, piece);
    return mark === undefined ? { at, army, text } : { at, army, text, mark };
  });
}

/** The last action as the board plays it; null where nothing moved. */
export function lastMove(last: Happened | null, no: number): LastMove | null {
  if (last?.t === 'move') return { no, route: last.d.route, fight: last.d.fight };
  if (last?.t === 'flip') return { no, route: [last.d.piece.at], fight: null };
  return last === null ? null : { no, route: [], fight: null };
}

export function moveMap(legal: Legal | null): Map<Point, readonly Point[]> {
  return new Map((legal?.moves ?? []).map(({ from, to }) => [from, to]));
}

/** A point and what stands there, for a screen reader. */
export function pieceInWords(
  words: Catalogue,
  seen: SeenPiece | undefined,
  mark: string | undefined,
): string {
  if (seen === undefined) return words.board.empty;
  if (seen.army === null) return words.board.faceDown;
  const seat = words.seats[seen.army];
  if (seen.piece !== null) return words.board.knownPiece(seat, words.pieces[seen.piece]);
  const hidden = words.board.hiddenPiece(seat);
  return mark === undefined ? hidden : `${hidden} ${words.board.marked(mark)}`;
}
