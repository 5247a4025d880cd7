/** How a game ended, seen from a seat. */

import type { GameResult, RuleSet, Seat } from '../api/types';
import type { Catalogue } from '../i18n';
import { sideName, type Colours } from '../modes/armies';

export function isDrawn({ winner, void: voided }: GameResult): boolean {
  return winner.length === 0 && !voided;
}

/** In one word or two: who won. */
export function resultTitle(
  words: Catalogue,
  result: GameResult,
  own: Seat | null,
  rules: RuleSet,
  colours: Colours = null,
): string {
  const { voided, drawn, youWon, youLost, sideWon } = words.result;
  if (result.void) return voided;
  if (isDrawn(result)) return drawn;
  if (own !== null) return result.winner.includes(own) ? youWon : youLost;
  const first = result.winner[0] as Seat;
  if (rules.players === 2) return sideWon(sideName(words, first, rules, colours, words.seats[first]));
  return sideWon(first === 'red' || first === 'blue' ? words.sides.redBlue : words.sides.purpleGreen);
}
