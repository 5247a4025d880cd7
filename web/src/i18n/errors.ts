/** A refusal's code made into a sentence. */

import type { ErrorBody } from '../api/types';

import type { Catalogue } from './zh';

export function errorText(words: Catalogue, error: ErrorBody): string {
  switch (error.t) {
    case 'too-fast':
      return words.errorTooFast(Math.max(1, Math.ceil(error.d.retry_ms / 1000)));
    case 'too-early':
      return words.errorTooEarly(error.d.steps);
    case 'offer-limit':
      return error.d.from_step === null ? words.errorNoMoreOffers : words.errorOfferAgain(error.d.from_step);
    case 'barred':
      return words.errorBarred(
        new Date(error.d.until).toLocaleTimeString(words.htmlLang, { hour: '2-digit', minute: '2-digit' }),
      );
    case 'layout':
      return words.arrange.faults[error.d.fault];
    default:
      return words.errors[error.t];
  }
}
