/** Carries a view on by an event, as `View::fold` of the rules does. Needs no rules: events say all that changes. */

import type { Event, Fallen, Fight, Piece, Seat, SeenPiece, View } from '../api/types';
import { geometry, SEATS } from '../board/geometry';

/** The order of the board: both boards' points stand in it. */
const ORDER = new Map(geometry('siguo').places.map((place, index) => [place.name, index]));

/** The order of the pieces in what has fallen. */
const CODES: readonly Piece[] = ['32', '33', '34', '35', '36', '37', '38', '39', '40', '00', '41', '07'];

export function fold(view: View, event: Event): View {
  return {
    ...view,
    turn: event.turn,
    steps: event.steps,
    quiet: event.quiet,
    timeouts: event.timeouts,
    out: [...view.out, ...event.out],
    flags: [...view.flags, ...event.flags],
    colours: event.colours,
    fallen: view.fallen === null ? null : fallenAfter(view.fallen, view.pieces, event),
    pieces: event.opened === null ? piecesAfter(view.pieces, event) : event.opened.pieces,
    last: event.action,
    result: event.result,
  };
}

function piecesAfter(before: readonly SeenPiece[], event: Event): SeenPiece[] {
  const pieces = new Map(before.map((piece) => [piece.at, piece]));
  const { action } = event;
  if (action.t === 'move') {
    const { route, fight, scout } = action.d;
    const from = route[0];
    const to = route.at(-1);
    if (from !== undefined && to !== undefined) carry(pieces, from, to, fight);
    if (scout !== null) pieces.set(scout.at, scout);
  } else if (action.t === 'flip') {
    pieces.set(action.d.piece.at, action.d.piece);
  }
  for (const { seat, at } of event.flags) pieces.set(at, { at, army: seat, piece: '07' });
  // Only a leaver's pieces and those of 翻棋 stay, and then the game has ended and everything is opened.
  const gone = new Set<Seat | null>(event.out.map(({ seat }) => seat));
  return [...pieces.values()]
    .filter(({ army }) => !gone.has(army))
    .sort((a, b) => (ORDER.get(a.at) ?? 0) - (ORDER.get(b.at) ?? 0));
}

/** 翻棋: all that fights is face up, so both sides of it are known. */
function fallenAfter(before: readonly Fallen[], pieces: readonly SeenPiece[], { action }: Event): Fallen[] {
  const fallen = [...before];
  if (action.t !== 'move' || action.d.fight === null) return fallen;
  const { route, fight } = action.d;
  const ends = { attacker: [route.at(-1)], defender: [route[0]], both: [route[0], route.at(-1)] }[fight];
  for (const { at, army, piece } of pieces) {
    if (!ends.includes(at) || army === null || piece === null) continue;
    const index = fallen.findIndex((one) => one.army === army && one.piece === piece);
    if (index < 0) fallen.push({ army, piece, count: 1 });
    else fallen[index] = { army, piece, count: (fallen[index]?.count ?? 0) + 1 };
  }
  return fallen.sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ army, piece }: Fallen): number {
  return SEATS.indexOf(army) * CODES.length + CODES.indexOf(piece);
}

function carry(pieces: Map<string, SeenPiece>, from: string, to: string, fight: Fight | null): void {
  const mover = pieces.get(from);
  if (mover === undefined) return;
  pieces.delete(from);
  if (fight === 'both') pieces.delete(to);
  if (fight === null || fight === 'attacker') pieces.set(to, { ...mover, at: to });
}
