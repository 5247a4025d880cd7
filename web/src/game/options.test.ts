import { describe, expect, it } from 'vitest';

import { freshDraft, rankedFault, withPlayers } from './options';

const { options } = freshDraft();

describe('a ranked room', () => {
  it('is possible as a new room stands', () => {
    expect(rankedFault(options)).toBeNull();
    expect(rankedFault(withPlayers(options, 2))).toBeNull();
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

it('does not let an empty seat start', () => {
  expect(withPlayers({ ...options, first: 'purple' }, 2).first).toBe('lot');
  expect(withPlayers({ ...options, first: 'blue' }, 2).first).toBe('blue');
});
