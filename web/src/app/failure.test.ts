import { expect, it } from 'vitest';

import { ApiError, Offline } from '../api/client';
import { en } from '../i18n/en';
import { Refused } from '../net/commands';
import { failureText } from './failure';

const problem = (status: number, code: string, field: string | null = null): ApiError =>
  new ApiError({ type: `urn:siguo:problem:${code}`, title: 'x', status, detail: null, field, offset: null });

it.each([
  [new Offline(0), en.pages.offline],
  [new Refused({ t: 'need-account' }), en.errors['need-account']],
  [problem(401, 'wrong-credentials'), en.pages.wrongLogin],
  [problem(401, 'not-logged-in'), en.link.loggedOut],
  [problem(404, 'no-such-game'), en.replay.noSuchGame],
  [problem(409, 'name-taken', 'name'), en.pages.nameTaken],
  [problem(422, 'name-reserved', 'name'), en.pages.nameFault],
  [problem(422, 'password-length', 'password'), en.pages.passwordFault],
  [problem(429, 'too-many-requests'), en.pages.tooFast],
  [problem(500, 'internal'), en.pages.failed],
  [new Error('anything'), en.pages.failed],
])('%s', (error, text) => {
  expect(failureText(en, error)).toBe(text);
});
