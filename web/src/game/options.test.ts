import { describe, expect, it } from 'vitest';

import { withMode, withSight } from '../modes/modes';
import { freshDraft, rankedFault } from './options';

const { options } = freshDraft();

describe('a ranked room', () => {
  it('is possible as a new room stands', () => {
    expect(rankedFault(options)).toBeNull();
    expect(rankedFault(withMode(options, 'duel'))).toBeNull();
  });

  it.each([
    [{ privacy: 'link' }, 'link'],
    [{ privacy: 'password' }, 'password'],
    [{ turn_seconds: 60 }, 'turn'],
    [{ first: 'red' }, 'first'],
  ] as const)('is not possible with %j', (change, fault) => {
    expect(rankedFault({ ...options, ...change })).toBe(fault);
  });
});

it.each([
  withMode(options, 'classic'),
  withMode(options, 'flip'),
  withSight(options, 'partners'),
  { ...options, rules: { ...options.rules, hq_exit: true } },
  { ...options, rules: { ...options.rules, quiet_limit: 71 } },
])('is not ranked by other rules', (other) => {
  expect(rankedFault(other)).toBe('rules');
});
