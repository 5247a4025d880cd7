/** The words of the ways to play, in the page's language. */

import { t } from '../i18n';
import { modeWordsOf } from './of';
import type { ModeWords } from './words';

export function modeWords(): ModeWords {
  return modeWordsOf(t());
}

export type { ModeWords } from './words';
