/** What is said to those who play by keyboard and ear, in the page's language. */

import { language } from '../i18n';
import { en } from './en';
import type { AccessWords } from './words';
import { zh } from './zh';

export function access(): AccessWords {
  return language() === 'zh' ? zh : en;
}
