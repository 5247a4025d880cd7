/** The words of the ways to play that go with a catalogue. */

import type { Catalogue } from '../i18n/zh';
import { en } from './en';
import type { ModeWords } from './words';
import { zh } from './zh';

export function modeWordsOf({ htmlLang }: Catalogue): ModeWords {
  return htmlLang === 'zh-CN' ? zh : en;
}
