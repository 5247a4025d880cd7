/** Which layout the arranging screen opens with. */

import type { SavedLayout } from '../api/types';
import { parseLayout, type Layout, type LayoutRules } from '../layout/layout';
import { preset } from '../layout/presets';
import { deviceStorage } from '../storage';

const KEY = 'siguo.layout';

/** The first that is legal of: handed in, preferred, last used, the classic one. */
export function openingLayout(
  handedIn: string | null,
  saved: readonly SavedLayout[],
  rules: LayoutRules,
): Layout {
  const texts = [handedIn, saved.find(({ preferred }) => preferred)?.layout, deviceStorage.getItem(KEY)];
  for (const text of texts) {
    const parsed = parseLayout(text ?? '', rules);
    if (parsed.t === 'legal') return parsed.layout;
  }
  return preset('classic');
}

export function rememberLayout(text: string): void {
  deviceStorage.setItem(KEY, text);
}
