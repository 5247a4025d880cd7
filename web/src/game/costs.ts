/** What surrendering or leaving would cost at this moment, told before it is done. */

import type { RuleSet, Seat, View } from '../api/types';
import { partnerOf } from './seats';

/** No surrender before this many steps. */
const SURRENDER_FROM = 20;

export type SurrenderCost =
  | { readonly t: 'too-early'; readonly steps: number }
  /** The own pieces go, the partner plays on. */
  | { readonly t: 'partner-goes-on' }
  | { readonly t: 'side-loses'; readonly points: number };

export type LeaveCost =
  /** Out already: nothing happens. */
  | { readonly t: 'free' }
  /** The game is void for all. */
  | { readonly t: 'void' }
  | { readonly t: 'side-loses'; readonly points: number };

export function surrenderCost(view: View, seat: Seat, rules: RuleSet): SurrenderCost {
  if (view.steps < SURRENDER_FROM) return { t: 'too-early', steps: view.steps };
  if (rules.players === 4 && !isOut(view, partnerOf(seat))) return { t: 'partner-goes-on' };
  return { t: 'side-loses', points: stake(rules) };
}

export function leaveCost(view: View, seat: Seat, rules: RuleSet): LeaveCost {
  if (isOut(view, seat)) return { t: 'free' };
  if (rules.players === 4 && !isOut(view, partnerOf(seat))) return { t: 'void' };
  return { t: 'side-loses', points: stake(rules) };
}

export function isOut(view: View, seat: Seat): boolean {
  return view.out.some((out) => out.seat === seat);
}

/** What each player of the losing side loses. */
function stake(rules: RuleSet): number {
  return rules.players === 4 ? 2 : 1;
}
