import { expect, it } from 'vitest';

import { panned, revealing, WHOLE, zoomed } from './zoom';

const frame = { x: -500, y: -500, width: 1000, height: 1000 };

it('keeps the spot under the fingers where it is', () => {
  const around = { x: 100, y: -200 };
  const lens = zoomed(WHOLE, 2, around, frame);
  expect({ x: around.x * lens.scale + lens.x, y: around.y * lens.scale + lens.y }).toEqual(around);
});

it('never shows what is beside the picture', () => {
  const lens = panned(zoomed(WHOLE, 2, { x: 0, y: 0 }, frame), 9999, -9999, frame);
  expect(lens).toEqual({ scale: 2, x: 500, y: -500 });
});

it('comes back to the whole and goes no further', () => {
  expect(zoomed(zoomed(WHOLE, 3, { x: 50, y: 50 }, frame), 0.01, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 100, { x: 0, y: 0 }, frame).scale).toBe(4);
});

it('brings a spot into sight', () => {
  const lens = zoomed(WHOLE, 2, { x: 0, y: 0 }, frame);
  const after = revealing(lens, { x: 400, y: 0 }, frame, 100);
  expect(400 * after.scale + after.x).toBe(400);
  expect(after.y).toBe(lens.y);
});
