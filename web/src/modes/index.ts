/** The words of the ways to play, in the page's language. */

import { language } from '../i18n';
import { en } from './en';
import type { ModeWords } from './words';
import { zh } from './zh';

export function modeWords(): ModeWords {
  return language() === 'zh' ? zh : en;
}

export type { ModeWords } from './words';
