/** From what a view holds to what stands on the pieces. */

import type { Happened, Legal, Piece, SeenPiece } from '../api/types';
import type { BoardPiece, LastMove, Point } from '../board';
import type { Catalogue } from '../i18n';
import { isPiece } from '../layout/pieces';
import type { Hint } from './hints';

export const FACES = ['names', 'short', 'numbers'] as const;
export type Face = (typeof FACES)[number];
/** The owner's guesses, by point: numbers of pieces, with a sign. */
export type Marks = ReadonlyMap<Point, string>;
export type Hints = ReadonlyMap<Point, Hint>;

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

type Naming = (piece: Piece) => string;

/** On a small label there is no room for names. */
export function onLabel(words: Catalogue, face: Face): Naming {
  return (piece) => faceOf(words, face === 'names' ? 'short' : face, piece);
}

/** A mark with its pieces named. */
export function markText(mark: string, name: Naming): string {
  return mark.replace(/\d\d/g, (code) => (isPiece(code) ? name(code) : code));
}

export function hintText(hint: Hint, name: Naming): string {
  const ranks = (text: string, mine: boolean): string => (mine ? `${text}/${name('41')}` : text);
  switch (hint.t) {
    case 'one-of':
      return hint.pieces.map(name).join('/');
    case 'at-least':
      return ranks(`≥${name(hint.piece)}`, hint.mine);
    case 'at-most':
      return ranks(`≤${name(hint.piece)}`, hint.mine);
    case 'between':
      return ranks(`${name(hint.least)}–${name(hint.most)}`, hint.mine);
    case 'moved':
      return '';
  }
}

/** What a player wants to see on the pieces. */
export interface Look {
  readonly face: Face;
  readonly marks?: Marks;
  readonly hints?: Hints;
}

export function boardPieces(
  pieces: readonly SeenPiece[],
  words: Catalogue,
  { face, marks, hints }: Look,
): BoardPiece[] {
  return pieces.map(({ at, army, piece }): BoardPiece => {
    if (piece !== null) return { at, army, text: faceOf(words, face, piece) };
    const mark = marks?.get(at);
    if (mark !== undefined) return { at, army, text: null, mark: markText(mark, onLabel(words, face)) };
    const hint = hints?.get(at);
    if (hint !== undefined) return { at, army, text: null, hint: hintText(hint, onLabel(words, face)) };
    return { at, army, text: null };
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
  hint?: Hint,
): string {
  if (seen === undefined) return words.board.empty;
  if (seen.army === null) return words.board.faceDown;
  const seat = words.seats[seen.army];
  if (seen.piece !== null) return words.board.knownPiece(seat, words.pieces[seen.piece]);
  const hidden = words.board.hiddenPiece(seat);
  const named: Naming = (code) => words.pieces[code];
  if (mark !== undefined) return `${hidden} ${words.board.marked(markText(mark, named))}`;
  if (hint === undefined) return hidden;
  const what = hint.t === 'moved' ? words.board.moved : words.board.hinted(hintText(hint, named));
  return `${hidden} ${what}`;
}
