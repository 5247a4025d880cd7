/** The own offers of a draw in one game, counted while the page lives. */

import { NO_OFFERS, offerRefusal, oneMore, type OffersMade } from '../game/offers';
import type { DrawOffer, ErrorBody, GameId } from '../api/types';

export class OffersKeeper {
  readonly game: GameId;
  #made = $state.raw<OffersMade>(NO_OFFERS);

  constructor(game: GameId) {
    this.game = game;
  }

  /** An own offer has been opened. */
  made(steps: number): void {
    this.#made = oneMore(this.#made, steps);
  }

  refusal(open: DrawOffer | null, steps: number): ErrorBody | null {
    return offerRefusal(this.#made, open, steps);
  }
}
