/** What may be agreed on for a room, and what does not go together. */

import type { FirstSeat, RankedFault, RoomOptions, RuleSet } from '../api/types';
import { RULES } from '../modes/house';

export const TURN_SECONDS = [15, 20, 30, 45, 60, 90, 120] as const;
export const ARRANGE_SECONDS = [30, 60, 120, 180, 300, 600] as const;
/** The highest 逃跑率 that is admitted, in per cent. */
export const FLEE_LIMITS = [5, 10, 20, 30] as const;
const RANKED_TURN_SECONDS = 30;

/** A room that is about to be created, or changed. */
export interface Draft {
  ranked: boolean;
  options: RoomOptions;
  /** Empty: none, or the one there is. */
  password: string;
}

export function freshDraft(): Draft {
  return {
    ranked: false,
    options: {
      rules: { ...RULES },
      first: 'lot',
      turn_seconds: 30,
      arrange_seconds: 120,
      privacy: 'public',
      spectating: 'open',
      talk: 'free',
      max_flee_percent: null,
    },
    password: '',
  };
}

/** Why a room with these options can't be a ranked one; null where it can. */
export function rankedFault({ rules, first, turn_seconds, privacy }: RoomOptions): RankedFault | null {
  const standard: RuleSet = { ...RULES, players: rules.players };
  if ((Object.keys(standard) as (keyof RuleSet)[]).some((key) => rules[key] !== standard[key]))
    return 'rules';
  if (privacy !== 'public') return privacy;
  if (turn_seconds !== RANKED_TURN_SECONDS) return 'turn';
  return first === 'lot' ? null : 'first';
}

/** Who may start. */
export function starters({ players }: RuleSet): readonly FirstSeat[] {
  return players === 4 ? ['lot', 'red', 'purple', 'blue', 'green'] : ['lot', 'red', 'blue'];
}
