import { expect, it } from 'vitest';

import { addressOf, spotOf } from './address';

it('reads back what it writes', () => {
  for (const spot of [
    { step: 0, eyes: null },
    { step: 57, eyes: 'blue' },
  ] as const) {
    const { search, hash } = new URL(addressOf(spot), 'http://siguo/games/x');
    expect(spotOf({ search, hash })).toEqual(spot);
  }
});

it('takes anything else for the beginning with everything open', () => {
  for (const [search, hash] of [
    ['', ''],
    ['?eyes=yellow', '#x'],
    ['?seat=red', '#-3'],
  ] as const)
    expect(spotOf({ search, hash })).toEqual({ step: 0, eyes: null });
});
