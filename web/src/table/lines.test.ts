import { describe, expect, it } from 'vitest';

import type { Channel, Said } from '../api/types';
import { lastOfOthers, linesIn } from './lines';

const said = (at: number, by: string, channel: Channel = 'table'): Said => ({
  channel,
  by: { id: by, name: by, seat: null },
  words: { t: 'text', d: '!' },
  at,
});

const TALK = [said(1, 'a'), said(1, 'a'), said(2, 'b'), said(3, 'a', 'partner')];
const nobody = (): boolean => false;

describe('lines of talk', () => {
  it('have keys of their own, that stay when older lines go or all are told anew', () => {
    const keys = linesIn(TALK, 'table').map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    const later = [...TALK.slice(2).map((one) => ({ ...one })), said(4, 'b')];
    expect(linesIn(later, 'table').map(({ key }) => key)).toEqual([keys[2], '4 b 0']);
  });

  it('are news if somebody else said them whom one wants to read', () => {
    expect(lastOfOthers(TALK, ['table', 'partner'], 'x', nobody)).toBe(3);
    expect(lastOfOthers(TALK, ['table'], 'x', nobody)).toBe(2);
    expect(lastOfOthers(TALK, ['table', 'partner'], 'a', nobody)).toBe(2);
    expect(lastOfOthers(TALK, ['table', 'partner'], 'a', ({ by }) => by.id === 'b')).toBe(0);
    expect(lastOfOthers([], ['table'], null, nobody)).toBe(0);
  });
});
