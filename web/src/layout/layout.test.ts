import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import {
  checkLayout,
  difference,
  formatLayout,
  mirrored,
  parseLayout,
  randomLayout,
  swapped,
  SPOTS,
} from './layout';
import { preset, presetText, PRESETS } from './presets';

interface Vector {
  layout: string;
  error: string | null;
}
const path = [process.env['SIGUO_SHARED'], '../../shared']
  .filter((folder) => folder !== undefined)
  .map((folder) => `${folder}/vectors/layouts.json`)
  .concat('../vectors/layouts.json')
  .find((file) => existsSync(file)) as string;
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vector[];

describe('layout texts', () => {
  it(`finds the faults of ${vectors.length} vectors`, () => {
    for (const { layout, error } of vectors) {
      const parsed = parseLayout(layout);
      expect(parsed.t === 'faulty' ? parsed.finding.fault : null, layout).toBe(error);
    }
  });

  it('are written as they are read', () => {
    expect(formatLayout(preset('classic'))).toBe(presetText('classic'));
  });

  it('allow bombs in front only by the house rule', () => {
    const text = presetText('classic')
      .replace('33 34 33 32 33', '00 34 33 32 33')
      .replace('38 00 -- 00', '38 33 -- 00');
    expect(parseLayout(text)).toMatchObject({ finding: { fault: 'bomb-in-front-row', spots: ['11'] } });
    expect(parseLayout(text, { bombsFrontRow: 'allowed' }).t).toBe('legal');
  });
});

describe('presets', () => {
  it('are legal and begin with the one of the sources', () => {
    expect(PRESETS[0]).toBe('classic');
    for (const name of PRESETS) expect(checkLayout(preset(name)), name).toBeNull();
  });

  it('differ from each other in ten places or more', () => {
    for (const one of PRESETS) {
      for (const other of PRESETS) {
        if (one !== other)
          expect(difference(preset(one), preset(other)), `${one} ${other}`).toBeGreaterThanOrEqual(10);
      }
    }
  });

  it('stand as their names say', () => {
    const mines = (name: (typeof PRESETS)[number]): string[] =>
      SPOTS.filter((spot) => preset(name).get(spot) === '41');
    expect(mines('triangleMines')).toEqual(['54', '63', '65']);
    expect(mines('cornerMines')).toEqual(['51', '52', '61']);
    expect(mines('lineMines')).toEqual(['51', '52', '53']);
    expect(preset('emptyFort').get('62')).toBe('07');
    expect(mines('emptyFort')).toEqual(['54', '55', '65']);
  });
});

describe('changes', () => {
  it('mirrors left and right, twice is nothing', () => {
    const layout = preset('turtle');
    expect(mirrored(layout).get('62')).toBe('07');
    expect(formatLayout(mirrored(mirrored(layout)))).toBe(formatLayout(layout));
    expect(checkLayout(mirrored(layout))).toBeNull();
  });

  it('swaps two spots', () => {
    const layout = swapped(preset('classic'), '11', '12');
    expect([layout.get('11'), layout.get('12')]).toEqual(['34', '33']);
  });

  it('draws legal layouts by lot', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let n = 0; n < 200; n += 1) expect(checkLayout(randomLayout(random))).toBeNull();
  });
});
