/** A player's own guesses about others' pieces: they follow the pieces, outlive a reload and are nobody else's. */

import type { Event, Marks as KeptMarks, Piece } from '../api/types';
import type { Point } from '../board';
import type { Numbered } from './log';

export interface MarkBook {
  /** The last event that the marks have followed. */
  readonly no: number;
  /** An empty mark: taken away. */
  readonly marks: ReadonlyMap<Point, string>;
}

export const NO_MARKS: MarkBook = { no: 0, marks: new Map() };
/** `at least`, `at most`, `perhaps`. */
export const BOUNDS = ['≥', '≤', '?'] as const;
export type Bound = (typeof BOUNDS)[number];

/** Carries marks on by an event; what leaves the board takes its mark along. */
export function followed(book: MarkBook, no: number, event: Event): MarkBook {
  if (no <= book.no) return book;
  const marks = new Map(book.marks);
  if (event.action.t === 'move') {
    const { route, fight } = event.action.d;
    const from = route[0] as Point;
    const to = route.at(-1) as Point;
    const mark = marks.get(from);
    marks.delete(from);
    if (fight === 'attacker' || fight === 'both') marks.delete(to);
    // Whoever comes to an empty point brings its own mark or none: that of a piece long gone is not its.
    if (fight === null) marks.delete(to);
    if (mark !== undefined && (fight === null || fight === 'attacker')) marks.set(to, mark);
  }
  return { no, marks };
}

/** Carries marks on to event `no`, or as far as the events lead there without a gap: behind one, any piece may stand anywhere. */
export function carried(book: MarkBook, no: number, events: readonly Numbered[]): MarkBook {
  if (book.marks.size === 0) return { no, marks: book.marks };
  return events.reduce(
    (carried, { no, event }) => (no === carried.no + 1 ? followed(carried, no, event) : carried),
    book,
  );
}

export function marked(book: MarkBook, at: Point, mark: string): MarkBook {
  return { ...book, marks: new Map(book.marks).set(at, mark) };
}

/** What is marked at event `no`, the later books over the earlier; one that has not got there says nothing. */
export function overlaid(no: number, ...books: readonly MarkBook[]): MarkBook {
  const marks = new Map<Point, string>();
  for (const [at, mark] of books.flatMap((book) => (book.no === no ? [...book.marks] : []))) {
    if (mark === '') marks.delete(at);
    else marks.set(at, mark);
  }
  return { no, marks };
}

/** A mark that names a piece keeps its bound when another piece is chosen. */
export function withPiece(mark: string, piece: Piece): string {
  const bound = boundOf(mark);
  return bound === '?' ? `${piece}?` : `${bound ?? ''}${piece}`;
}

/** The same bound again takes it away. */
export function withBound(mark: string, bound: Bound): string {
  const piece = mark.replace(/[≥≤?]/g, '');
  if (boundOf(mark) === bound) return piece;
  return bound === '?' ? `${piece}?` : `${bound}${piece}`;
}

function boundOf(mark: string): Bound | undefined {
  return BOUNDS.find((bound) => mark.includes(bound));
}

/** As the account keeps them. */
export function toKeep({ no, marks }: MarkBook): KeptMarks {
  return { no, marks: [...marks].map(([at, mark]) => ({ at, mark })) };
}

export function fromKept({ no, marks }: KeptMarks): MarkBook {
  return { no, marks: new Map(marks.map(({ at, mark }) => [at, mark])) };
}

export function writeMarks(book: MarkBook): string {
  return JSON.stringify({ no: book.no, marks: [...book.marks] });
}

/** What was stored, if it is still what we wrote. */
export function readMarks(text: string): MarkBook {
  try {
    const { no, marks } = JSON.parse(text) as { no: unknown; marks: unknown };
    if (typeof no !== 'number' || !Array.isArray(marks)) return NO_MARKS;
    const pairs = marks.filter((pair): pair is [Point, string] => Array.isArray(pair) && pair.length === 2);
    return { no, marks: new Map(pairs) };
  } catch {
    return NO_MARKS;
  }
}
