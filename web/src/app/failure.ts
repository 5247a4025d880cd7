/** Whatever went wrong, as a sentence. */

import { ApiError, Offline } from '../api/client';
import { errorText, type Catalogue } from '../i18n';
import { Refused, Unanswered } from '../net/commands';

export function failureText(words: Catalogue, error: unknown): string {
  if (error instanceof Refused) return errorText(words, error.why);
  if (error instanceof Offline || error instanceof Unanswered) return words.pages.offline;
  if (error instanceof ApiError) return problemText(words, error);
  return words.pages.failed;
}

function problemText(words: Catalogue, { problem, kind }: ApiError): string {
  switch (problem.status) {
    case 401:
      return kind === 'wrong-credentials' ? words.pages.wrongLogin : words.link.loggedOut;
    case 403:
      return words.pages.forbidden;
    case 404:
      if (kind === 'no-such-game') return words.replay.noSuchGame;
      return kind === 'no-such-player' ? words.pages.noSuchPlayer : words.pages.missing;
    case 409:
      return problem.field === 'name' ? words.pages.nameTaken : words.pages.failed;
    case 429:
      return words.pages.tooFast;
    case 503:
      return words.pages.offline;
    default:
      if (problem.field === 'name') return words.pages.nameFault;
      if (problem.field === 'password') return words.pages.passwordFault;
      return words.pages.failed;
  }
}
