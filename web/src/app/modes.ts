/** What a rule set is called. */

import type { RuleSet } from '../api/types';
import type { Catalogue } from '../i18n';

export function modeName({ modes }: Catalogue, rules: RuleSet): string {
  if (rules.setup === 'flip') return modes.flip;
  if (rules.players === 4) {
    switch (rules.sight) {
      case 'dark':
        return modes.fourDark;
      case 'partners':
        return modes.fourPartners;
      case 'open':
        return modes.fourOpen;
    }
  }
  if (rules.board === 'siguo') return rules.sight === 'open' ? modes.duelOpen : modes.duelDark;
  return rules.sight === 'open' ? modes.classicOpen : modes.classicDark;
}
