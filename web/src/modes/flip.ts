/** 翻棋: what everybody may count of the pieces by what was turned over and what fell. */

import type { Event, Piece, Seat, SeenPiece } from '../api/types';
import type { Numbered } from '../game/log';
import { COUNTS, PIECES } from '../layout/pieces';

/** What is left of an army, face-down pieces counted. */
export interface Remains {
  readonly mines: number;
  /** The lowest rank that is left; null where none is. */
  readonly lowest: Piece | null;
  readonly fallen: readonly (readonly [piece: Piece, count: number])[];
  readonly fallenCount: number;
}

export type Tally = Readonly<Record<'red' | 'blue', Remains>>;

/** By strength, the weakest first. */
const RANKS: readonly Piece[] = ['32', '33', '34', '35', '36', '37', '38', '39', '40'];

/** Null where the events do not begin with the first: then some has happened unseen. */
export function tallyOf(events: readonly Numbered[], steps: number): Tally | null {
  if (events.length === 0 ? steps > 0 : events[0]?.no !== 1) return null;
  const up = new Map<string, SeenPiece>();
  const fallen: SeenPiece[] = [];
  for (const { event } of events) follow(up, fallen, event);
  return { red: remains('red', fallen), blue: remains('blue', fallen) };
}

function follow(up: Map<string, SeenPiece>, fallen: SeenPiece[], { action }: Event): void {
  if (action.t === 'flip') up.set(action.d.piece.at, action.d.piece);
  if (action.t !== 'move') return;
  const { route, fight } = action.d;
  const [from = '', to = ''] = [route[0], route.at(-1)];
  const [mover, defender] = [up.get(from), up.get(to)];
  up.delete(from);
  if (fight !== null) up.delete(to);
  for (const [piece, falls] of [
    [mover, fight === 'defender' || fight === 'both'],
    [defender, fight === 'attacker' || fight === 'both'],
  ] as const)
    if (piece !== undefined && falls) fallen.push(piece);
  const stays = fight === 'defender' ? defender : fight === 'both' ? undefined : mover;
  if (stays !== undefined) up.set(to, { ...stays, at: to });
}

function remains(army: Seat, fallen: readonly SeenPiece[]): Remains {
  const own = fallen.filter((piece) => piece.army === army);
  const gone = (kind: Piece): number => own.filter(({ piece }) => piece === kind).length;
  return {
    mines: COUNTS['41'] - gone('41'),
    lowest: RANKS.find((rank) => gone(rank) < COUNTS[rank]) ?? null,
    fallen: PIECES.map((kind) => [kind, gone(kind)] as const).filter(([, count]) => count > 0),
    fallenCount: own.length,
  };
}

export function faceDownCount(pieces: readonly SeenPiece[]): number {
  return pieces.filter(({ army }) => army === null).length;
}

/** The other of the two armies. */
export function otherArmy(army: Seat): 'red' | 'blue' {
  return army === 'red' ? 'blue' : 'red';
}
