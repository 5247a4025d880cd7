/** What a board is told, and what it tells. */

import type { BoardKind, Point, Seat } from './geometry';

export interface BoardPiece {
  readonly at: Point;
  /** Null while it lies face down and nobody knows whose it is. */
  readonly army: Seat | null;
  /** What is written on it; null when it is hidden and carries only the sign. */
  readonly text: string | null;
  /** A small label at its corner: the owner's guess. */
  readonly mark?: string;
  /** The same, fainter: what follows from what was seen; empty for a dot. Shown where there is no mark. */
  readonly hint?: string;
}

export type Fight = 'attacker' | 'defender' | 'both';

export interface LastMove {
  /** Tells one action from the next; a higher number than the last one seen is played as motion. */
  readonly no: number;
  /** The points it passed, ends included; one point for a flip. */
  readonly route: readonly Point[];
  readonly fight: Fight | null;
}

/** What somebody points out: a point, or a way as the crow flies. */
export interface Pointed {
  readonly by: Seat;
  readonly at: Point;
  readonly to: Point | null;
}

export interface BoardState {
  readonly bottom: Seat;
  readonly pieces: readonly BoardPiece[];
  /** Where each piece that may move can go. */
  readonly moves: ReadonlyMap<Point, readonly Point[]>;
  /** Whether `moves` may be made now, or are guesses to choose one ahead from. */
  readonly tense: 'now' | 'ahead';
  /** Face-down pieces that may be turned over. */
  readonly flips: ReadonlySet<Point>;
  readonly last: LastMove | null;
  readonly selected: Point | null;
  /** A move that waits to be confirmed or sent: drawn as a dashed way. */
  readonly planned: readonly Point[] | null;
  /** A move chosen for the turn that is to come. */
  readonly ahead: readonly [Point, Point] | null;
  /** Points that something is wrong with, or that somebody points at. */
  readonly noted: ReadonlySet<Point>;
  readonly pointed: Pointed | null;
  /** What points something out: no touch, those with Shift, or the next one. */
  readonly aiming: 'off' | 'shift' | 'next';
  /** Whether actions are played as motion; the system's wish for less of it goes before. */
  readonly motion: 'on' | 'off';
}

/** What a point is good for at the moment. */
export type PointUse = 'target' | 'movable' | 'flip' | 'none';

export interface BoardOptions {
  readonly kind: BoardKind;
  readonly bottom: Seat;
  /** The whole board, or only the field of the seat at the bottom. */
  readonly frame: 'board' | 'field';
  /** `move` marks what can be attacked in red; `swap` exchanges two pieces, nothing is attacked. */
  readonly mode: 'move' | 'swap';
  /** What the whole board is called for a screen reader. */
  readonly label: string;
  /** A point, what stands on it and what may be done there, in words. */
  readonly describe: (point: Point, piece: BoardPiece | undefined, use: PointUse) => string;
  readonly onMove?: (from: Point, to: Point) => void;
  readonly onFlip?: (at: Point) => void;
  /** A piece was led onto one that is no target of it; without this, the touch only selects. */
  readonly onTry?: (from: Point, to: Point) => void;
  readonly onSelect?: (at: Point | null) => void;
  /** Something was pointed out: a point, or the way from it to another. */
  readonly onPoint?: (at: Point, to: Point | null) => void;
  /** A touch of nothing, or Escape; told what it has left unselected. */
  readonly onDismiss?: (selected: Point | null) => void;
}

export const EMPTY: Omit<BoardState, 'bottom'> = {
  pieces: [],
  moves: new Map(),
  tense: 'now',
  flips: new Set(),
  last: null,
  selected: null,
  planned: null,
  ahead: null,
  noted: new Set(),
  pointed: null,
  aiming: 'off',
  motion: 'on',
};
