/** Whose words and seats are one's own. */

import { session } from '../api/session.svelte';
import type { AccountId, RoomSnapshot } from '../api/types';
import { seatOf } from './seats';

/** The own account; until the page knows it, that of the own seat. */
export function ownAccount({ you, seats }: Pick<RoomSnapshot, 'you' | 'seats'>): AccountId | null {
  const own = seatOf(you);
  return session.me?.account.id ?? (own === null ? null : (seats[own]?.player.id ?? null));
}
