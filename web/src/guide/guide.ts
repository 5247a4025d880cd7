/** The words of the guide in the page's language. */

import { language } from '../i18n';
import { en } from './en';
import type { GuideWords } from './words';
import { zh } from './zh';

export function guide(): GuideWords {
  return language() === 'zh' ? zh : en;
}
