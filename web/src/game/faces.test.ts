import { describe, expect, it } from 'vitest';

import { zh } from '../i18n/zh';
import { boardPieces, pieceInWords } from './faces';
import type { Hint } from './hints';

const HIDDEN = { at: 'p11', army: 'purple', piece: null } as const;

describe('a mark on the board', () => {
  it.each([
    ['names', '≥师'],
    ['short', '≥师'],
    ['numbers', '≥38'],
  ] as const)('with %s on the pieces is %s', (face, text) => {
    const marks = new Map([['p11', '≥38']]);
    const [piece] = boardPieces([HIDDEN], zh, { face, marks });
    expect(piece?.mark).toBe(text);
    expect(pieceInWords(zh, HIDDEN, '≥38')).toBe('紫方棋子 标记 ≥师长');
  });

  it('goes before a hint, and known pieces have neither', () => {
    const hints = new Map<string, Hint>([['p11', { t: 'moved' }]]);
    const marks = new Map([['p11', '00?']]);
    const both = { face: 'short', marks, hints } as const;
    expect(boardPieces([HIDDEN], zh, both)[0]).toMatchObject({ text: null, mark: '炸?' });
    expect(boardPieces([HIDDEN], zh, both)[0]).not.toHaveProperty('hint');
    expect(boardPieces([{ ...HIDDEN, piece: '07' }], zh, both)[0]).toEqual({
      at: 'p11',
      army: 'purple',
      text: '旗',
    });
  });
});

describe('a hint on the board', () => {
  it.each<[Hint, label: string, spoken: string]>([
    [{ t: 'one-of', pieces: ['32', '00'] }, '兵/炸', '提示 工兵/炸弹'],
    [{ t: 'at-least', piece: '38', mine: true }, '≥师/雷', '提示 ≥师长/地雷'],
    [{ t: 'at-most', piece: '35', mine: false }, '≤营', '提示 ≤营长'],
    [{ t: 'between', least: '35', most: '37', mine: false }, '营–旅', '提示 营长–旅长'],
    [{ t: 'moved' }, '', '走过'],
  ])('%j', (hint, label, spoken) => {
    const [piece] = boardPieces([HIDDEN], zh, { face: 'names', hints: new Map([['p11', hint]]) });
    expect(piece?.hint).toBe(label);
    expect(pieceInWords(zh, HIDDEN, undefined, hint)).toBe(`紫方棋子 ${spoken}`);
  });
});
