import { expect, it } from 'vitest';

import { LAYOUTS } from '../gallery/fixture';
import { piecesAtStart } from './opened';

it('puts every army back to its own field', () => {
  const pieces = piecesAtStart({ layouts: LAYOUTS, shuffled: [], nonce: null, pieces: [] });
  expect(pieces).toHaveLength(100);
  expect(pieces.every(({ at, army }) => army?.charAt(0) === at.charAt(0))).toBe(true);
});

it('knows seats that are not in the game, and what lay face down', () => {
  const layouts = { red: null, purple: null, blue: null, green: null };
  const pieces = piecesAtStart({ layouts, shuffled: [['r11', 'blue', '40']], nonce: null, pieces: [] });
  expect(pieces).toEqual([{ at: 'r11', army: 'blue', piece: '40' }]);
});
