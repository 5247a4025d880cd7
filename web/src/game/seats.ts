/** Who sits where, seen from one seat. */

import type { BySeat, RuleSet, Seat, Viewer } from '../api/types';
import { SEATS, turnsOf } from '../board/geometry';
import type { Relation } from '../i18n';

/** The corner of the board at a player's right hand, where the seat's card lies. */
export type CornerPlace = 'bottom-right' | 'top-right' | 'top-left' | 'bottom-left';
const CORNERS: readonly CornerPlace[] = ['bottom-right', 'top-right', 'top-left', 'bottom-left'];

export function seatsInGame(rules: RuleSet): readonly Seat[] {
  return rules.players === 4 ? SEATS : ['red', 'blue'];
}

export function seatOf(viewer: Viewer): Seat | null {
  return viewer.t === 'seat' ? viewer.d : null;
}

export function partnerOf(seat: Seat): Seat {
  return SEATS[(turnsOf(seat) + 2) % 4] as Seat;
}

export function cornerOf(seat: Seat, bottom: Seat): CornerPlace {
  return CORNERS[(turnsOf(seat) - turnsOf(bottom) + 4) % 4] as CornerPlace;
}

/** How a seat stands to one's own. */
export function relationTo(seat: Seat, own: Seat, rules: RuleSet): Relation {
  if (seat === own) return 'you';
  if (rules.players === 2) return 'enemy';
  const away = (turnsOf(seat) - turnsOf(own) + 4) % 4;
  if (away === 2) return 'partner';
  // The next seat is the one at the right hand, in whichever direction turns go.
  return away === 1 ? 'next' : 'previous';
}

export function onSide(seat: Seat, winners: readonly Seat[], rules: RuleSet): boolean {
  return winners.includes(seat) || (rules.players === 4 && winners.includes(partnerOf(seat)));
}

export function bySeat<T>(value: (seat: Seat) => T): BySeat<T> {
  return { red: value('red'), purple: value('purple'), blue: value('blue'), green: value('green') };
}
