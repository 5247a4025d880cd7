/** Which army a seat leads: its own, and in 翻棋 the one whose engineer it turned over first. */

import type { BySeat, RuleSet, Seat } from '../api/types';
import type { Catalogue } from '../i18n';
import { modeWordsOf } from './of';

/** What a view or an event says of it; null in arranged games. */
export type Colours = BySeat<Seat | null> | null;

/** Null while it is not known. */
export function armyOf(seat: Seat, { setup }: RuleSet, colours: Colours): Seat | null {
  return setup === 'flip' ? (colours?.[seat] ?? null) : seat;
}

/** Who leads an army. */
export function leaderOf(army: Seat, rules: RuleSet, colours: Colours): Seat | null {
  if (rules.setup === 'arrange') return army;
  if (colours === null) return null;
  return (['red', 'blue'] as const).find((seat) => colours[seat] === army) ?? null;
}

/** A seat by its army; while it has none, by `otherwise`. */
export function sideName(
  words: Catalogue,
  seat: Seat,
  rules: RuleSet,
  colours: Colours,
  otherwise = modeWordsOf(words).undecided,
): string {
  const army = armyOf(seat, rules, colours);
  return army === null ? otherwise : words.seats[army];
}
