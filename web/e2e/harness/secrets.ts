/** What a page may know: its own pieces, flags that were shown, and nothing else until the game has ended. */

import { expect } from '@playwright/test';

import type { Seat, View } from '../../src/api/types';
import type { Person } from './person';

/** Each piece in a view is one's own, a flag that was shown, or unknown. */
function checkView(view: View, seat: Seat | null): void {
  for (const { at, army, piece } of view.pieces) {
    const shown = view.flags.some((flag) => flag.at === at && flag.seat === army);
    if (army !== seat && !shown) expect(piece, `${at} in the view of ${seat ?? 'the public'}`).toBeNull();
  }
}

/** Holds every frame that the person's pages have received against that. */
export function knowsNoMore(person: Person): void {
  for (const frame of person.frames) {
    if (frame.t === 'room' && frame.d.phase.t === 'playing' && frame.d.phase.d.view !== null) {
      checkView(frame.d.phase.d.view, frame.d.you.t === 'seat' ? frame.d.you.d : null);
    }
    if (frame.t === 'event' && frame.d.event.result === null) {
      expect(frame.d.event.opened).toBeNull();
      if (frame.d.event.action.t === 'move') expect(frame.d.event.action.d.scout).toBeNull();
    }
  }
}
