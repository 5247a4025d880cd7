import { beforeEach, describe, expect, it } from 'vitest';

import { checkSeal, firstSeal } from './seal';

/** As `printf '%s' '00000000000000000000000000000000:[["r11","red","33"]]' | sha256sum` has it. */
const COMMITMENT = 'cd638970d9d8f3bb674a1da28d4a0aadae8f166ea6dcb60c7312524ce28b8d0f';
const OPENED = { nonce: '0'.repeat(32), shuffled: [['r11', 'red', '33']] } as const;
const opened = {
  ...OPENED,
  shuffled: OPENED.shuffled.map(([at, army, piece]) => [at, army, piece] as [string, 'red', '33']),
};

describe('a shuffle', () => {
  it('fits what was committed to', async () => {
    expect(await checkSeal(COMMITMENT, opened)).toBe('fits');
  });

  it('does not, once anything of it was exchanged or the nonce is kept back', async () => {
    expect(await checkSeal(COMMITMENT, { ...opened, shuffled: [['r11', 'blue', '33']] })).toBe('differs');
    expect(await checkSeal(COMMITMENT, { ...opened, nonce: '1'.repeat(32) })).toBe('differs');
    expect(await checkSeal(COMMITMENT, { ...opened, nonce: null })).toBe('differs');
  });

  it('can’t be checked where nothing was committed to', async () => {
    expect(await checkSeal(null, opened)).toBe('unknown');
  });
});

describe('the commitment that counts', () => {
  beforeEach(() => sessionStorage.clear());

  it('is the first one of the game', () => {
    expect(firstSeal('one', 'a')).toBe('a');
    expect(firstSeal('one', 'b')).toBe('a');
    expect(firstSeal('two', 'b')).toBe('b');
    expect(firstSeal('three', null)).toBeNull();
  });
});
