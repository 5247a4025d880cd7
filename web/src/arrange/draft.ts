/** Which layout the arranging screen opens with. */

import type { SavedLayout } from '../api/types';
import { parseLayout, type Layout, type LayoutRules } from '../layout/layout';
import { preset } from '../layout/presets';

const KEY = 'siguo.layout';

/** The first that is legal of: handed in, preferred, last used, the classic one. */
export function openingLayout(
  handedIn: string | null,
  saved: readonly SavedLayout[],
  rules: LayoutRules,
): Layout {
  const texts = [handedIn, saved.find(({ preferred }) => preferred)?.layout, localStorage.getItem(KEY)];
  for (const text of texts) {
    const parsed = parseLayout(text ?? '', rules);
    if (parsed.t === 'legal') return parsed.layout;
  }
  return preset('classic');
}

export function rememberLayout(text: string): void {
  localStorage.setItem(KEY, text);
}
