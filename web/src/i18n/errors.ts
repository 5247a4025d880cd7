/** A refusal's code made into a sentence. */

import type { ErrorBody, Millis } from '../api/types';

import type { Catalogue } from './zh';

export function errorText(words: Catalogue, error: ErrorBody): string {
  switch (error.t) {
    case 'too-fast':
      return words.errorTooFast(Math.max(1, Math.ceil(error.d.retry_ms / 1000)));
    case 'too-early':
      return words.errorTooEarly(error.d.steps);
    case 'flag-mined':
      return words.errorFlagMined(error.d.mines);
    case 'flag-rank':
      return error.d.piece === null
        ? words.errorNoFlagTaker
        : words.errorFlagRank(words.pieces[error.d.piece]);
    case 'offer-limit':
      return error.d.from_step === null ? words.errorNoMoreOffers : words.errorOfferAgain(error.d.from_step);
    case 'barred':
      return words.errorBarred(timeOf(words, error.d.until));
    case 'restarting':
      return words.errorRestarting(timeOf(words, error.d.at));
    case 'removed':
      return words.errorRemoved(timeOf(words, error.d.until));
    case 'flee-rate':
      return words.errorFleeRate(error.d.limit);
    case 'ranked':
      return words.errorRanked[error.d.fault];
    case 'password':
      return words.errorPassword[error.d.fault];
    case 'layout':
      return words.arrange.faults[error.d.fault];
    default:
      return words.errors[error.t];
  }
}

/** `14:05`, where one is. */
export function timeOf(words: Catalogue, at: Millis): string {
  return new Date(at).toLocaleTimeString(words.htmlLang, { hour: '2-digit', minute: '2-digit' });
}
