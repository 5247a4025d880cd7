/** A finished game step by step, with everything open or through one seat's eyes. */

import type { Event, ExpandedGame, Seat, View } from '../api/types';
import { fold } from '../game/fold';
import { partnerOf } from '../game/seats';

/** Whose eyes; null: everything open. */
export type Eyes = Seat | null;

/** The position before the first action and after each. */
export function views(game: ExpandedGame, eyes: Eyes): readonly View[] {
  const through = eyes === null ? game.start : seenBy(game, eyes);
  const all = [through];
  for (const event of game.events) {
    const before = all[all.length - 1] as View;
    // Eyes that saw nothing more during the game see nothing more at its end.
    all.push(fold(before, eyes === null ? event : { ...event, opened: null }));
  }
  return all;
}

/** What a seat knew when the game began; the events tell it the rest, as they did then. */
function seenBy({ start, rules }: ExpandedGame, seat: Seat): View {
  const pieces = start.pieces.map((piece) => {
    if (rules.setup === 'flip') return { ...piece, army: null, piece: null };
    const known =
      piece.army === seat ||
      rules.sight === 'open' ||
      (rules.sight === 'partners' && piece.army === partnerOf(seat));
    return known ? piece : { ...piece, piece: null };
  });
  return { ...start, viewer: { t: 'seat', d: seat }, pieces };
}

/** How many pieces an army has at each of these positions. */
export function piecesLeft(through: readonly View[], army: Seat): number[] {
  return through.map(({ pieces }) => pieces.filter((piece) => piece.army === army).length);
}

export type Landmark = 'fight' | 'out' | 'flag';
export const LANDMARKS: readonly Landmark[] = ['fight', 'flag', 'out'];

/** The positions (as in `views`) that show such a thing. */
export function landmarks(events: readonly Event[], what: Landmark): number[] {
  return events.flatMap((event, index) => (isLandmark(event, what) ? [index + 1] : []));
}

function isLandmark(event: Event, what: Landmark): boolean {
  switch (what) {
    case 'fight':
      return event.action.t === 'move' && event.action.d.fight !== null;
    case 'out':
      return event.out.length > 0;
    case 'flag':
      return event.flags.length > 0;
  }
}

export function nextOf(positions: readonly number[], at: number): number | null {
  return positions.find((position) => position > at) ?? null;
}

export function previousOf(positions: readonly number[], at: number): number | null {
  return positions.findLast((position) => position < at) ?? null;
}

/** The position after so many steps of the game: `#57` in the address. */
export function positionOfStep(events: readonly Event[], step: number): number {
  if (step <= 0) return 0;
  const index = events.findIndex(({ steps }) => steps >= step);
  return index === -1 ? events.length : index + 1;
}
