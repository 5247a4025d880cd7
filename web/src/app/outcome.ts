/** How a finished game went for one seat. */

import type { GameResult, Seat } from '../api/types';

export type SeatOutcome = 'win' | 'loss' | 'draw' | 'void';

export function outcomeFor(result: GameResult, seat: Seat): SeatOutcome {
  if (result.void) return 'void';
  if (result.winner.length === 0) return 'draw';
  return result.winner.includes(seat) ? 'win' : 'loss';
}
