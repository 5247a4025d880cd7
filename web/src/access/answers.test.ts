import { describe, expect, it } from 'vitest';

import { en } from '../i18n/en';
import { zh } from '../i18n/zh';
import { whatCanMove, whatStands, type Scenery } from './answers';
import { en as enAccess } from './en';
import { NOTHING_TYPED, typed } from './typing';
import { zh as zhAccess } from './zh';

const scenery: Scenery = {
  kind: 'siguo',
  seen: new Map([
    ['r15', { at: 'r15', army: 'red', piece: '40' }],
    ['r61', { at: 'r61', army: 'red', piece: '41' }],
    ['r62', { at: 'r62', army: 'red', piece: '07' }],
    ['p11', { at: 'p11', army: 'purple', piece: null }],
  ]),
  marks: new Map([['p11', '≥38']]),
  legal: { moves: [{ from: 'r15', to: ['n9', 'p11'] }], flips: [] },
};
const stands = (at: string): string => whatStands(zh, zhAccess, scenery, at);
const moves = (at: string, legal = scenery.legal): string =>
  whatCanMove(zh, zhAccess, { ...scenery, legal }, at);

describe('what stands here', () => {
  it('names the point, its kind, the piece and the neighbours', () => {
    expect(stands('r15')).toBe('红15、锋、兵站、通铁路。红方司令。相邻：红14、红24、红25、紫11、九宫9');
    expect(stands('p11')).toContain('紫方棋子 标记 ≥师长');
    expect(stands('r33')).toMatch(/^红33、中营、行营。空。/);
    expect(whatStands(en, enAccess, scenery, 'n5')).toMatch(
      /^N5, palace centre, station, on the railway\. empty\. next to /,
    );
  });

  it('names the rear by the flag, where it is seen', () => {
    expect(stands('r61')).toMatch(/^红61、旗底、兵站。红方地雷。/);
    expect(stands('r62')).toMatch(/^红62、大本营。红方军旗。/);
  });
});

describe('what can this move', () => {
  it('lists the targets and those of them that are attacks', () => {
    expect(moves('r15')).toBe('红方司令可到 2 处：九宫9、紫11。其中有敌子的 1 处：紫11');
  });

  it('says why there are none', () => {
    expect(moves('r33')).toBe('这里没有棋子');
    expect(moves('r61')).toBe('红方地雷现在不能走');
    expect(moves('p11')).toBe('紫方棋子 标记 ≥师长，不是你的棋子');
    expect(moves('r15', null)).toBe('还没轮到你走');
  });
});

describe('typing a point', () => {
  const after = (keys: string): unknown =>
    [...keys].reduce((so, key) => typed(so.begun, key, 'b'), NOTHING_TYPED);

  it('takes a whole name, or figures for the own field', () => {
    expect(after('r33')).toEqual({ begun: '', point: 'r33' });
    expect(after('N5')).toEqual({ begun: '', point: 'n5' });
    expect(after('63')).toEqual({ begun: '', point: 'b63' });
    expect(after('r3')).toEqual({ begun: 'r3', point: null });
  });

  it('begins anew with another letter, and takes nothing else', () => {
    expect(after('r3p11')).toEqual({ begun: '', point: 'p11' });
    expect(after('s')).toBe(NOTHING_TYPED);
  });
});
