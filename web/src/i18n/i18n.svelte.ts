/** The language of the page: the one chosen, else the browser's. */

import type { Language } from '../api/types';

import { en } from './en';
import { zh, type Catalogue } from './zh';
import { deviceStorage } from '../storage';

const KEY = 'siguo.language';
const CATALOGUES: Record<Language, Catalogue> = { zh, en };

let chosen = $state<Language | null>(remembered());
const current = $derived(chosen ?? browserLanguage(navigator.languages));

/** The catalogue of the language in use. */
export function t(): Catalogue {
  return CATALOGUES[current];
}

export function language(): Language {
  return current;
}

/** Null if it is the browser's. */
export function chosenLanguage(): Language | null {
  return chosen;
}

export function setLanguage(next: Language): void {
  chosen = next;
  remember(next);
  showLanguage();
}

/** Tells the document, for fonts, hyphens and screen readers. */
export function showLanguage(): void {
  document.documentElement.lang = t().htmlLang;
  document.title = t().game;
}

/** The first of the browser's languages that we have; Chinese if none. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (tag.toLowerCase().startsWith('zh')) return 'zh';
    if (tag.toLowerCase().startsWith('en')) return 'en';
  }
  return wanted.length === 0 ? 'zh' : 'en';
}

function remembered(): Language | null {
  const value = deviceStorage.getItem(KEY);
  return value === 'zh' || value === 'en' ? value : null;
}

function remember(value: Language): void {
  deviceStorage.setItem(KEY, value);
}
