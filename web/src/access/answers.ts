/** Answers to what one may ask on a point of the board. All of it is on the screen too. */

import type { BoardKind, Legal, SeenPiece } from '../api/types';
import { geometry, type Point } from '../board';
import { pieceInWords, type Marks } from '../game/faces';
import { flagsOf, placeName, pointName, type Catalogue } from '../i18n';
import type { AccessWords } from './words';

export interface Scenery {
  readonly kind: BoardKind;
  readonly seen: ReadonlyMap<Point, SeenPiece>;
  readonly marks: Marks;
  readonly legal: Legal | null;
}

/** What a point is, what stands on it, and where it leads. */
export function whatStands(words: Catalogue, own: AccessWords, scenery: Scenery, at: Point): string {
  const board = geometry(scenery.kind);
  const place = board.place.get(at);
  if (place === undefined) return own.noSuchPoint(at);
  const kind = { station: words.places.station, camp: words.places.camp, hq: words.places.headquarters };
  const name = placeName(words, at, flagsOf([...scenery.seen.values()]));
  const railway = board.lines.some((line) => line.includes(at)) ? own.railway : '';
  const what = [pointName(words, at), name, kind[place.kind], railway].filter(
    (part, index, all) => part !== '' && all.indexOf(part) === index,
  );
  const piece = pieceInWords(words, scenery.seen.get(at), scenery.marks.get(at));
  const beside = neighbours(scenery.kind, at).map((point) => pointName(words, point));
  return [what.join(words.comma), piece, own.neighbours(beside.join(words.comma))].join(own.sentenceEnd);
}

/** Where the piece on a point may go now. */
export function whatCanMove(words: Catalogue, own: AccessWords, scenery: Scenery, at: Point): string {
  const piece = scenery.seen.get(at);
  if (piece === undefined) return own.emptyPoint;
  const { legal } = scenery;
  if (legal === null) return own.notNow;
  const name = pieceInWords(words, piece, scenery.marks.get(at));
  if (legal.flips.includes(at)) return `${name}${words.comma}${own.mayFlip}`;
  const to = legal.moves.find(({ from }) => from === at)?.to ?? [];
  // Only what is known may move, and only one's own does.
  if (to.length === 0) return piece.piece === null ? own.notYours(name) : own.stuck(name);
  const list = (points: readonly Point[]): string =>
    points.map((point) => pointName(words, point)).join(words.comma);
  const taken = to.filter((point) => scenery.seen.has(point));
  return [
    own.mayGo(name, to.length, list(to)),
    ...(taken.length === 0 ? [] : [own.mayTake(taken.length, list(taken))]),
  ].join(own.sentenceEnd);
}

/** The points one step away, along roads and railways. */
function neighbours(kind: BoardKind, at: Point): Point[] {
  const board = geometry(kind);
  const found = new Set<Point>();
  for (const [a, b] of board.roads) {
    if (a === at) found.add(b);
    if (b === at) found.add(a);
  }
  for (const line of board.lines) {
    line.forEach((point, index) => {
      if (point !== at) return;
      for (const beside of [line[index - 1], line[index + 1]]) if (beside !== undefined) found.add(beside);
    });
  }
  return board.places.map(({ name }) => name).filter((name) => found.has(name));
}
