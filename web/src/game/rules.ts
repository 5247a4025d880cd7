/** A rule set in words. */

import type { RuleSet } from '../api/types';
import type { Catalogue } from '../i18n';
import { HOUSE_RULES, isOn, RULES } from '../modes/house';
import { modeWordsOf } from '../modes/of';

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

/** All in which a rule set differs from the default one: the house rules that are on, and other limits. */
export function houseRules(words: Catalogue, rules: RuleSet): string[] {
  const { house, noQuietDraw, quietDraw, stepDraw } = modeWordsOf(words);
  const limits: [boolean, string][] = [
    [
      rules.quiet_limit !== RULES.quiet_limit,
      rules.quiet_limit === 0 ? noQuietDraw : quietDraw(rules.quiet_limit),
    ],
    [rules.step_limit !== 0, stepDraw(rules.step_limit)],
  ];
  return [
    ...HOUSE_RULES.filter((rule) => isOn(rules, rule)).map((rule) => house[rule][0]),
    ...limits.filter(([differs]) => differs).map(([, name]) => name),
  ];
}
