import { expect, it } from 'vitest';

import { zh } from '../i18n/zh';
import { elapsed, figure, percent, signed, usualWait } from './format';

it('writes shares, changes and times', () => {
  expect([percent(1, 3), percent(0, 0), percent(2, 2)]).toEqual(['33%', '–', '100%']);
  expect([signed(2), signed(-2), signed(0)]).toEqual(['+2', '−2', '0']);
  expect([figure(12), figure(-3), figure(0)]).toEqual(['12', '−3', '0']);
  expect([elapsed(-5), elapsed(34_999), elapsed(725_000)]).toEqual(['0:00', '0:34', '12:05']);
});

it.each([
  [0, '近来一般等 5 秒左右'],
  [42_000, '近来一般等 40 秒左右'],
  [87_000, '近来一般等 85 秒左右'],
  [90_000, '近来一般等 2 分钟左右'],
  [200_000, '近来一般等 3 分钟左右'],
])('tells a usual wait of %i ms no more exactly than it is known', (ms, text) => {
  expect(usualWait(zh, ms)).toBe(text);
});
