/** A rule set in words. */

import type { RuleSet } from '../api/types';
import type { Catalogue } from '../i18n';

export function modeName(words: Catalogue, rules: RuleSet): string {
  const { modes } = words;
  if (rules.setup === 'flip') return modes.flip;
  if (rules.board === 'classic') return rules.sight === 'open' ? modes.classicOpen : modes.classicDark;
  if (rules.players === 2) return rules.sight === 'open' ? modes.duelOpen : modes.duelDark;
  switch (rules.sight) {
    case 'dark':
      return modes.fourDark;
    case 'partners':
      return modes.fourPartners;
    case 'open':
      return modes.fourOpen;
  }
}

/** The house rules that are on. */
export function houseRules(words: Catalogue, rules: RuleSet): string[] {
  const names: [boolean, string][] = [
    [rules.order === 'clockwise', words.rules.clockwise],
    [rules.mine === 'both', words.rules.mineBoth],
    [rules.corner === 'one-turn', words.rules.oneTurn],
    [rules.engineer_scouts, words.rules.scouts],
    [rules.bombs_fly, words.rules.bombsFly],
    [rules.bombs_front_row, words.rules.bombsFront],
    [rules.hq_exit, words.rules.hqExit],
    [rules.timeouts === 0, words.rules.noTimeouts],
  ];
  return names.filter(([on]) => on).map(([, name]) => name);
}
