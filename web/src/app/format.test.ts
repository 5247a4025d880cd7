import { expect, it } from 'vitest';

import { elapsed, figure, percent, signed } from './format';

it('writes shares, changes and times', () => {
  expect([percent(1, 3), percent(0, 0), percent(2, 2)]).toEqual(['33%', '–', '100%']);
  expect([signed(2), signed(-2), signed(0)]).toEqual(['+2', '−2', '0']);
  expect([figure(12), figure(-3), figure(0)]).toEqual(['12', '−3', '0']);
  expect([elapsed(-5), elapsed(34_999), elapsed(725_000)]).toEqual(['0:00', '0:34', '12:05']);
});
