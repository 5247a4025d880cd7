/**
 * What must be so, by what a viewer was shown: each hidden piece keeps the kinds that it may still be. Nothing is guessed,
 * and nothing is asked of the server; it is an aid to memory, off unless it is wanted.
 */

import type { Event, Piece, RuleSet, Seat, SeenPiece, View } from '../api/types';
import { geometry, type Point } from '../board';
import { PIECES } from '../layout/pieces';

/** A piece on the board and what it may be. */
export interface Clue {
  readonly army: Seat;
  readonly can: readonly Piece[];
  readonly moved: boolean;
}

export interface ClueBook {
  /** The last event that was learned from. */
  readonly no: number;
  readonly clues: ReadonlyMap<Point, Clue>;
}

/** Before anything was seen. */
export const NO_BOOK: ClueBook = { no: -1, clues: new Map() };

/** What is worth saying of a hidden piece. */
export type Hint =
  | { readonly t: 'one-of'; readonly pieces: readonly Piece[] }
  /** From rank to rank; perhaps a mine instead. */
  | { readonly t: 'at-least'; readonly piece: Piece; readonly mine: boolean }
  | { readonly t: 'at-most'; readonly piece: Piece; readonly mine: boolean }
  | { readonly t: 'between'; readonly least: Piece; readonly most: Piece; readonly mine: boolean }
  /** Neither a mine nor the flag. */
  | { readonly t: 'moved' };

/** By strength, the weakest first. */
const RANKS: readonly Piece[] = ['32', '33', '34', '35', '36', '37', '38', '39', '40'];

/** Begins with what is seen; of pieces that may have moved before, nothing is known. */
export function openBook(view: View, no: number, rules: RuleSet): ClueBook {
  const clues = new Map<Point, Clue>();
  for (const { at, army, piece } of view.pieces) {
    if (army === null) continue;
    const can = piece !== null ? [piece] : no === 0 ? startingAt(at, rules) : PIECES;
    clues.set(at, { army, can, moved: false });
  }
  return { no, clues };
}

/** Learns from an event; the events come in order and without gaps. */
export function learn(book: ClueBook, no: number, event: Event, rules: RuleSet): ClueBook {
  const clues = new Map(book.clues);
  if (event.action.t === 'move') learnFromMove(clues, event, event.action.d, rules);
  for (const { seat, at } of event.flags) {
    clues.set(at, { army: seat, can: ['07'], moved: false });
    // Everybody is told that the commander is gone.
    for (const [point, clue] of clues) {
      if (clue.army === seat && point !== at) clues.set(point, without(clue, ['40', '07']));
    }
  }
  for (const { seat } of event.out) {
    for (const [point, { army }] of clues) if (army === seat) clues.delete(point);
  }
  return { no, clues };
}

type Move = Extract<Event['action'], { t: 'move' }>['d'];

function learnFromMove(
  clues: Map<Point, Clue>,
  event: Event,
  { route, fight, scout }: Move,
  rules: RuleSet,
): void {
  const from = route[0] as Point;
  const to = route.at(-1) as Point;
  const known = clues.get(from);
  if (known === undefined) return;
  let mover: Clue = { ...without(known, ['41', '07']), moved: true };
  if (hasTurned(route, rules)) mover = only(mover, rules.bombs_fly ? ['32', '00'] : ['32']);
  clues.delete(from);
  const defender = clues.get(to);
  if (fight === null || defender === undefined) {
    clues.set(to, mover);
    return;
  }
  const isShown = ({ army }: Clue): boolean => event.flags.some(({ seat }) => seat === army);
  const fallen = (clue: Clue): Clue => (isShown(clue) ? only(clue, ['40']) : without(clue, ['40']));
  const one = fight === 'attacker' ? mover : fallen(mover);
  const other = fight === 'defender' ? defender : fallen(defender);
  const attackers = one.can.filter((a) => other.can.some((d) => fightOf(a, d, rules) === fight));
  const defenders = other.can.filter((d) => one.can.some((a) => fightOf(a, d, rules) === fight));
  clues.delete(to);
  if (fight === 'attacker') clues.set(to, { ...one, can: attackers });
  if (fight === 'defender') clues.set(to, { ...other, can: defenders });
  if (scout !== null && scout.piece !== null) {
    const shown = clues.get(scout.at);
    if (shown !== undefined) clues.set(scout.at, { ...shown, can: [scout.piece] });
  }
}

/** How a fight between two kinds goes. */
export function fightOf(
  attacker: Piece,
  defender: Piece,
  { mine }: Pick<RuleSet, 'mine'>,
): 'attacker' | 'defender' | 'both' {
  if (attacker === '00' || defender === '00') return 'both';
  if (defender === '07') return 'attacker';
  if (defender === '41') return attacker === '32' ? 'attacker' : mine === 'both' ? 'both' : 'defender';
  const more = RANKS.indexOf(attacker) - RANKS.indexOf(defender);
  return more > 0 ? 'attacker' : more < 0 ? 'defender' : 'both';
}

/** Only engineers leave a railway line on their way (and what the house rules let run like them). */
function hasTurned(route: readonly Point[], rules: RuleSet): boolean {
  if (route.length < 3 || rules.corner === 'one-turn') return false;
  const way = ` ${route.join(' ')} `;
  const back = ` ${[...route].reverse().join(' ')} `;
  return geometry(rules.board).lines.every((line) => {
    const whole = ` ${line.join(' ')} `;
    return !whole.includes(way) && !whole.includes(back);
  });
}

/** What may have been set up on a point. */
export function startingAt(at: Point, rules: RuleSet): readonly Piece[] {
  const row = Number(at.charAt(1));
  const isHeadquarters = geometry(rules.board).place.get(at)?.kind === 'hq';
  return PIECES.filter((piece) => {
    if (piece === '07') return isHeadquarters;
    if (piece === '41') return row >= 5;
    return piece !== '00' || row > 1 || rules.bombs_front_row;
  });
}

function only(clue: Clue, pieces: readonly Piece[]): Clue {
  return { ...clue, can: clue.can.filter((piece) => pieces.includes(piece)) };
}

function without(clue: Clue, pieces: readonly Piece[]): Clue {
  return { ...clue, can: clue.can.filter((piece) => !pieces.includes(piece)) };
}

/** The hints for what is hidden in a view. */
export function hintsFor(book: ClueBook, pieces: readonly SeenPiece[]): Map<Point, Hint> {
  const hints = new Map<Point, Hint>();
  for (const { at, piece } of pieces) {
    const clue = piece === null ? book.clues.get(at) : undefined;
    const hint = clue === undefined ? null : hintOf(clue);
    if (hint !== null) hints.set(at, hint);
  }
  return hints;
}

export function hintOf({ can, moved }: Clue): Hint | null {
  const plain = moved ? ({ t: 'moved' } as const) : null;
  if (can.length === 0) return null;
  if (can.length <= 2) return { t: 'one-of', pieces: can };
  if (can.includes('00') || can.includes('07')) return plain;
  const ranks = RANKS.filter((rank) => can.includes(rank));
  const [least, most] = [ranks[0], ranks.at(-1)];
  if (least === undefined || most === undefined) return null;
  const mine = can.includes('41');
  const isLow = RANKS.indexOf(least) > 1;
  // With the commander gone the general is the highest there is; that is no news of this piece.
  const isHigh = RANKS.indexOf(most) < RANKS.indexOf('39');
  if (isLow && isHigh) return { t: 'between', least, most, mine };
  if (isLow) return { t: 'at-least', piece: least, mine };
  if (isHigh) return { t: 'at-most', piece: most, mine };
  return plain;
}

export function writeBook({ no, clues }: ClueBook): string {
  return JSON.stringify({ no, clues: [...clues] });
}

/** What was stored, if it is still what we wrote. */
export function readBook(text: string | null): ClueBook | null {
  if (text === null) return null;
  try {
    const { no, clues } = JSON.parse(text) as { no: unknown; clues: unknown };
    if (typeof no !== 'number' || !Array.isArray(clues)) return null;
    return { no, clues: new Map(clues as [Point, Clue][]) };
  } catch {
    return null;
  }
}
