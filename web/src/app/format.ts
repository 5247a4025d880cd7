/** Figures as people read them. */

import type { Language, Millis, Tally } from '../api/types';
import type { Catalogue } from '../i18n';

export { figure, signed } from '../i18n/figures';

/** Whole percent; a dash where there is nothing to divide by. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;
}

export function winRate(tally: Tally): string {
  return percent(tally.won, tally.played);
}

export function fleeRate(tally: Tally): string {
  return percent(tally.fled, tally.played);
}

/** `0:34`, `12:05`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Not more exactly than it is known: in steps of five seconds, from a minute and a half on in minutes. */
export function usualWait(words: Catalogue, ms: number): string {
  const seconds = Math.max(5, Math.round(ms / 5000) * 5);
  if (seconds < 90) return words.lobby.usualSeconds(seconds);
  return words.lobby.usualMinutes(Math.round(ms / 60_000));
}

export function dateOf(at: Millis, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(at);
}

export function momentOf(at: Millis, language: Language): string {
  const options = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  } as const;
  return new Intl.DateTimeFormat(localeOf(language), options).format(at);
}

function localeOf(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en-GB';
}
