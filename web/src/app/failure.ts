/** Whatever went wrong, as a sentence. What the server says in English of its own is never shown. */

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
  switch (kind) {
    case 'wrong-credentials':
      return words.pages.wrongLogin;
    case 'not-logged-in':
      return words.link.loggedOut;
    case 'foreign-origin':
      return words.pages.forbidden;
    case 'too-many-requests':
      return words.pages.tooFast;
    case 'busy':
    case 'timed-out':
    case 'unavailable':
      return words.pages.busy;
    case 'internal':
      return problem.request === null ? words.pages.failed : words.pages.failedIn(problem.request);
    case 'not-found':
      return words.pages.missing;
    case 'no-such-player':
      return words.pages.noSuchPlayer;
    case 'name-taken':
      return words.pages.nameTaken;
    case 'registered':
      return words.pages.registered;
    case 'name-length':
    case 'name-character':
    case 'name-mixed':
    case 'name-reserved':
      return words.pages.nameFault;
    case 'password-length':
      return words.pages.passwordFault;
    case 'layout-name':
      return words.arrange.badName;
    case 'layout-fault':
      return words.arrange.badLayout;
    case 'too-many-layouts':
      return words.arrange.tooMany;
    case 'no-such-layout':
      return words.arrange.noSuchLayout;
    case 'no-such-game':
      return words.replay.noSuchGame;
    case 'not-finished':
      return words.pages.running;
    case 'no-jgs':
      return words.files.noJgs;
    case 'too-large':
      return words.files.tooBig;
    case 'bad-record':
      // At the very beginning it may as well be a file of another kind.
      return problem.offset === null || problem.offset === 0
        ? words.files.badRecord
        : words.files.badRecordAt(problem.offset);
    default:
      return isPlain(words, kind) ? words.problems[kind] : words.pages.failed;
  }
}

function isPlain(words: Catalogue, kind: string): kind is keyof Catalogue['problems'] {
  return Object.hasOwn(words.problems, kind);
}
