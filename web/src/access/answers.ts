/** Answers to what one may ask on a point of the board. All of it is on the screen too. */

import type { BoardKind, Legal, SeenPiece } from '../api/types';
import { geometry, type Point } from '../board';
import { pieceInWords, type Marks } from '../game/faces';
import { waysOf } from '../game/ways';
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
  const near = waysOf(scenery.kind).near.get(at);
  const beside = board.places.filter(({ name }) => near?.has(name)).map(({ name }) => pointName(words, name));
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
