import { describe, expect, it } from 'vitest';

import type { Piece, RuleSet, SeenPiece, View } from '../api/types';
import { LEGAL, VIEWS } from '../gallery/fixture';
import { guessMoves } from './guess';
import { RULES } from '../modes/house';

function targets(pieces: [at: string, piece: Piece][], from: string, rules: Partial<RuleSet> = {}): string[] {
  const seen = pieces.map(([at, piece]): SeenPiece => ({ at, army: 'red', piece }));
  return [...(guessMoves(seen, 'red', { ...RULES, ...rules }).get(from) ?? [])].sort();
}

describe('a guess at the next move', () => {
  it('holds every move that is legal now', () => {
    const guesses = guessMoves((VIEWS.at(-1) as View).pieces, 'red', RULES);
    for (const { from, to } of LEGAL.moves)
      expect(guesses.get(from), from).toEqual(expect.arrayContaining([...to]));
  });

  it('goes through others, who may be gone by then, but not through one’s own', () => {
    expect(targets([['r13', '40']], 'r13')).toContain('b13');
    expect(
      targets(
        [
          ['r51', '40'],
          ['r31', '39'],
        ],
        'r51',
      ),
    ).toEqual(['r41', 'r42', 'r52', 'r53', 'r54', 'r55', 'r61']);
  });

  it('follows curves, and turns only for an engineer', () => {
    expect(targets([['r15', '40']], 'r15')).toContain('p51');
    expect(targets([['r15', '40']], 'r15')).not.toContain('g51');
    expect(targets([['r15', '32']], 'r15')).toContain('g51');
    expect(targets([['r15', '00']], 'r15')).not.toContain('g51');
    expect(targets([['r15', '00']], 'r15', { bombs_fly: true })).toContain('g51');
  });

  it('leaves mines, flags and what stands in headquarters where they are', () => {
    expect(targets([['r51', '41']], 'r51')).toEqual([]);
    expect(targets([['r62', '07']], 'r62')).toEqual([]);
    expect(targets([['r64', '33']], 'r64')).toEqual([]);
    expect(targets([['r64', '33']], 'r64', { hq_exit: true })).toEqual(['r54', 'r63', 'r65']);
  });
});
