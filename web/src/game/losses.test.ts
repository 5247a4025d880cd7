import { describe, expect, it } from 'vitest';

import type { View } from '../api/types';
import { VIEWS } from '../gallery/fixture';
import { commanderOf, fallenCount, lostKinds } from './losses';
import { RULES } from '../modes/house';

const START = VIEWS[0] as View;
const LATER = VIEWS.at(-1) as View;

describe('the fallen', () => {
  it('are counted for each army', () => {
    const count = (view: View): number[] =>
      (['red', 'purple', 'blue', 'green'] as const).map((seat) => fallenCount(view, seat));
    expect(count(START)).toEqual([0, 0, 0, 0]);
    expect(count(LATER)).toEqual([7, 10, 1, 6]);
  });

  it('are named for an army that is seen whole', () => {
    expect(lostKinds(LATER.pieces, 'blue')).toBeNull();
    const lost = lostKinds(LATER.pieces, 'red');
    expect(lost?.reduce((sum, [, count]) => sum + count, 0)).toBe(7);
    expect(lost?.filter(([, count]) => count > 0)).toEqual([
      ['38', 1],
      ['37', 1],
      ['35', 2],
      ['34', 1],
      ['32', 1],
      ['00', 1],
    ]);
    expect(lostKinds(START.pieces, 'red')?.every(([, count]) => count === 0)).toBe(true);
  });

  it('a commander lives until its flag is shown; where that is never done, nothing is said', () => {
    expect(commanderOf(LATER, 'purple', RULES)).toBe('fallen');
    expect(commanderOf(LATER, 'green', RULES)).toBe('alive');
    expect(commanderOf(LATER, 'green', { ...RULES, setup: 'flip' })).toBe('hidden');
    const gone: View = { ...LATER, out: [{ seat: 'purple', reason: 'flag', step: 101 }] };
    expect(commanderOf(gone, 'purple', RULES)).toBe('hidden');
  });
});
