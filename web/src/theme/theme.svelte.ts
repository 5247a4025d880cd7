/** Light, dark, or as the system has it. */

import { deviceStorage } from '../storage';

const KEY = 'siguo.theme';
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

let current = $state<Theme>(chosen());

export function theme(): Theme {
  return current;
}

export function setTheme(next: Theme): void {
  current = next;
  deviceStorage.setItem(KEY, next);
  showTheme();
}

export function showTheme(): void {
  if (current === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = current;
}

function chosen(): Theme {
  return THEMES.find((one) => one === deviceStorage.getItem(KEY)) ?? 'auto';
}
