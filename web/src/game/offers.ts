/** The limits on offering a draw, known before one asks, as far as this page has heard the own offers. */

import type { DrawOffer, ErrorBody } from '../api/types';

const OFFERS = 3;
const STEPS_BETWEEN = 20;

export interface OffersMade {
  readonly count: number;
  /** Steps made when the last one was made. */
  readonly lastStep: number;
}

export const NO_OFFERS: OffersMade = { count: 0, lastStep: 0 };

export function oneMore({ count }: OffersMade, steps: number): OffersMade {
  return { count: count + 1, lastStep: steps };
}

/** What the server would answer to an offer now; null: it would take it. */
export function offerRefusal(made: OffersMade, open: DrawOffer | null, steps: number): ErrorBody | null {
  if (open !== null) return { t: 'offer-open' };
  if (made.count >= OFFERS) return { t: 'offer-limit', d: { from_step: null } };
  const from = made.lastStep + STEPS_BETWEEN;
  return made.count > 0 && steps < from ? { t: 'offer-limit', d: { from_step: from } } : null;
}
