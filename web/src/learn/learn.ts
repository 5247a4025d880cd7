/** The words of the introduction in the page's language. */

import { language } from '../i18n';
import { en } from './en';
import type { LearnWords } from './words';
import { zh } from './zh';

export function learn(): LearnWords {
  return language() === 'zh' ? zh : en;
}
