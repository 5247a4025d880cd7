/** Whether a room holds one: its game runs, and one is in it and not out. */

import type { RoomSnapshot } from '../api/types';

export function isStillIn(snapshot: RoomSnapshot | null): boolean {
  if (snapshot?.you.t !== 'seat') return false;
  const { you, phase } = snapshot;
  switch (phase.t) {
    case 'gathering':
    case 'ended':
      return false;
    case 'arranging':
      return true;
    case 'playing':
      return phase.d.view?.out.every(({ seat }) => seat !== you.d) ?? false;
  }
}

/** Whether the game waits for one's move. */
export function isOnTurn(snapshot: RoomSnapshot | null): boolean {
  if (snapshot?.you.t !== 'seat' || snapshot.phase.t !== 'playing') return false;
  return snapshot.phase.d.view?.turn === snapshot.you.d;
}

/** Whether one has a seat there. */
export function isSeated(snapshot: RoomSnapshot | null): boolean {
  return snapshot?.you.t === 'seat';
}

/** Whether one has a seat in a room whose next game is to come. */
export function gathersFor(snapshot: RoomSnapshot | null): boolean {
  if (snapshot?.you.t !== 'seat' || snapshot.kind !== 'custom') return false;
  return snapshot.phase.t === 'gathering' || snapshot.phase.t === 'ended';
}
