/** Which channels of talk somebody at a table hears and speaks in. */

import type { Channel, Phase, RuleSet, Seat } from '../api/types';

/** Those one may hear; the first is the one to begin with. */
export function heardBy(seat: Seat | null, rules: RuleSet, phase: Phase['t']): Channel[] {
  if (seat === null) return ['spectators', 'table'];
  return [
    ...(rules.players === 4 ? (['partner'] as const) : []),
    'table',
    ...(phase === 'ended' ? (['spectators'] as const) : []),
  ];
}

/** Those one may speak in. */
export function spokenBy(seat: Seat | null): Channel[] {
  return seat === null ? ['spectators'] : ['partner', 'table'];
}
