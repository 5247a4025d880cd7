import { describe, expect, it } from 'vitest';

import { SEATS } from './geometry';
import { CELL, chain, length, pathData, project, spotOf } from './projection';

describe.each(SEATS)('with %s at the bottom', (bottom) => {
  const projection = project('siguo', bottom);

  it('has the own field below, the flag’s row last, the own left on the left', () => {
    const letter = bottom.charAt(0);
    const front = spotOf(projection, `${letter}11`);
    const rear = spotOf(projection, `${letter}65`);
    expect(rear.y).toBeGreaterThan(front.y);
    expect(rear.x).toBeGreaterThan(front.x);
    expect(front.y).toBeGreaterThan(spotOf(projection, 'n5').y);
  });

  it('keeps the whole board inside its box', () => {
    const { x, y, width, height } = projection.box;
    for (const spot of projection.spots.values()) {
      expect(spot.x).toBeGreaterThan(x);
      expect(spot.x).toBeLessThan(x + width);
      expect(spot.y).toBeGreaterThan(y);
      expect(spot.y).toBeLessThan(y + height);
    }
  });
});

describe('ways', () => {
  const projection = project('siguo', 'red');

  it('bend where an arc is taken and nowhere else', () => {
    expect(pathData(projection, ['r15', 'p11'])).toMatch(/^M\S+ \S+C/);
    expect(pathData(projection, ['r15', 'n9', 'n6'])).not.toContain('C');
  });

  it('follow the arc on the side of the palace without touching its corner', () => {
    const corner = spotOf(projection, 'n9');
    for (const { x, y } of chain(projection, ['r15', 'p11']).slice(1, -1)) {
      expect(Math.hypot(x - corner.x, y - corner.y)).toBeGreaterThan(0.5 * CELL);
      expect(Math.hypot(x - corner.x, y - corner.y)).toBeLessThan(CELL);
    }
  });

  it('have their length', () => {
    expect(length(chain(projection, ['r21', 'r31', 'r41']))).toBe(2 * CELL);
  });
});

it('turns the two-country board by half', () => {
  const red = project('classic', 'red');
  const blue = project('classic', 'blue');
  for (const [point, { x, y }] of red.spots) {
    const turned = spotOf(blue, point);
    expect(turned.x + x).toBeCloseTo(0);
    expect(turned.y + y).toBeCloseTo(0);
  }
});
