/** What an address says of a replay: `/games/ID?eyes=blue#57` is step 57 as blue saw it. */

import { SEATS } from '../board';
import type { Eyes } from './playthrough';

export interface Spot {
  readonly step: number;
  readonly eyes: Eyes;
}

export function spotOf({ search, hash }: Pick<Location, 'search' | 'hash'>): Spot {
  const step = Number.parseInt(hash.slice(1), 10);
  const eyes = new URLSearchParams(search).get('eyes');
  return {
    step: Number.isNaN(step) ? 0 : Math.max(0, step),
    eyes: SEATS.find((seat) => seat === eyes) ?? null,
  };
}

/** Without the path. */
export function addressOf({ step, eyes }: Spot): string {
  return `${eyes === null ? '' : `?eyes=${eyes}`}#${step}`;
}
