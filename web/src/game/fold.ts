/** Carries a view on by an event, as `View::fold` of the rules does. Needs no rules: events say all that changes. */

import type { Event, Fight, Seat, SeenPiece, View } from '../api/types';
import { geometry } from '../board/geometry';

/** The order of the board: both boards' points stand in it. */
const ORDER = new Map(geometry('siguo').places.map((place, index) => [place.name, index]));

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

function carry(pieces: Map<string, SeenPiece>, from: string, to: string, fight: Fight | null): void {
  const mover = pieces.get(from);
  if (mover === undefined) return;
  pieces.delete(from);
  if (fight === 'both') pieces.delete(to);
  if (fight === null || fight === 'attacker') pieces.set(to, { ...mover, at: to });
}
