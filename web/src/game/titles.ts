/** The titles (军衔) in their order. */

import type { Title } from '../api/types';

export const TITLES = [
  'private',
  'deputy-squad-leader',
  'squad-leader',
  'deputy-platoon-leader',
  'platoon-leader',
  'deputy-company-commander',
  'company-commander',
  'deputy-battalion-commander',
  'battalion-commander',
  'deputy-regiment-commander',
  'regiment-commander',
  'deputy-brigade-commander',
  'brigade-commander',
  'deputy-division-commander',
  'division-commander',
  'deputy-corps-commander',
  'corps-commander',
  'commander-in-chief',
] as const satisfies readonly Title[];

/** The score at which each title begins. */
export const TITLE_SCORES: readonly number[] = [
  0, 10, 20, 30, 50, 100, 150, 220, 350, 500, 750, 1000, 1550, 2150, 3150, 5000, 6350, 12750,
];

/** The title above; null for the highest. */
export function titleAbove(title: Title): Title | null {
  return TITLES[TITLES.indexOf(title) + 1] ?? null;
}
