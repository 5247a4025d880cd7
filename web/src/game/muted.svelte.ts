/** Whose words one does not want to read; remembered on this device. Names belong to one player each. */

import type { Said } from '../api/types';

const KEY = 'siguo.muted';
/** Of very many the oldest are forgotten. */
const MOST = 200;

let names = $state.raw<readonly string[]>(remembered());

export const muted = {
  get names() {
    return names;
  },
  has({ by }: Pick<Said, 'by'>): boolean {
    return names.includes(by.name);
  },
  mute(name: string): void {
    keep([...names.filter((one) => one !== name), name].slice(-MOST));
  },
  unmute(name: string): void {
    keep(names.filter((one) => one !== name));
  },
};

function keep(next: readonly string[]): void {
  names = next;
  localStorage.setItem(KEY, JSON.stringify(next));
}

function remembered(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
