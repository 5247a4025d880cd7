import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ApiError, Offline } from '../api/client';
import { en } from '../i18n/en';
import { zh } from '../i18n/zh';
import { Refused } from '../net/commands';
import { failureText } from './failure';

const problem = (code: string, offset: number | null = null): ApiError =>
  new ApiError({
    type: `urn:siguo:problem:${code}`,
    title: 'Title',
    status: 422,
    detail: 'a detail in English',
    field: null,
    offset,
    request: code === 'internal' ? 'd1c3-7d1e' : null,
  });

it.each([
  [new Offline(0), en.pages.offline],
  [new Refused({ t: 'need-account' }), en.errors['need-account']],
  [problem('wrong-credentials'), en.pages.wrongLogin],
  [problem('not-logged-in'), en.link.loggedOut],
  [problem('no-such-game'), en.replay.noSuchGame],
  [problem('name-taken'), en.pages.nameTaken],
  [problem('name-reserved'), en.pages.nameFault],
  [problem('layout-name'), en.arrange.badName],
  [problem('password-length'), en.pages.passwordFault],
  [problem('too-many-requests'), en.pages.tooFast],
  [problem('internal'), en.pages.failedIn('d1c3-7d1e')],
  [problem('bad-record', 0), en.files.badRecord],
  [problem('bad-record', 412), en.files.badRecordAt(412)],
  [problem('bad-invite'), en.problems['bad-invite']],
  [problem('in-game'), en.problems['in-game']],
  [new Error('anything'), en.pages.failed],
])('%s', (error, text) => {
  expect(failureText(en, error)).toBe(text);
});

describe('every refusal of the REST API', () => {
  /** What no page can bring about, and our own faults: nothing that could be said of them would help. */
  const UNSAID = ['bad-address', 'bad-body', 'bad-cursor', 'internal'];
  const document = JSON.parse(readFileSync('../docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { responses?: Record<string, { description: string }> }>>;
  };
  const told = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .filter(([status]) => status >= '400')
    .flatMap(([, { description }]) => description.match(/`[a-z]+(-[a-z]+)*`/g) ?? [])
    .map((code) => code.slice(1, -1));
  const codes = [...new Set(told)].filter((code) => !UNSAID.includes(code));

  it('is known', () => {
    expect(codes.length).toBeGreaterThan(20);
  });

  it.each(codes)('%s has a sentence in both languages', (code) => {
    expect(failureText(zh, problem(code))).not.toBe(zh.pages.failed);
    expect(failureText(en, problem(code))).not.toBe(en.pages.failed);
    expect(failureText(zh, problem(code))).toMatch(/^[^a-z]*(\.jgs|256 kB)?[^a-z]*$/);
  });
});
