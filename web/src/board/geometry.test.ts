import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { geometry, type BoardKind, type Point } from './geometry';

interface Vector {
  points: { name: Point; kind: string; x: number; y: number }[];
  roads: [Point, Point][];
  lines: Point[][];
}
const vectors = JSON.parse(readFileSync('../vectors/board.json', 'utf8')) as Record<BoardKind, Vector>;

describe.each(['siguo', 'classic'] as const)('the %s board', (kind) => {
  const board = geometry(kind);
  const vector = vectors[kind];

  it('has the points of the vector file, in its order', () => {
    expect(board.places.map(({ name, kind: of, x, y }) => ({ name, kind: of, x, y }))).toEqual(vector.points);
  });

  it('has its roads', () => {
    const sorted = (roads: readonly (readonly [Point, Point])[]) =>
      roads.map((road) => [...road].sort().join('-')).sort();
    expect(sorted(board.roads)).toEqual(sorted(vector.roads));
  });

  it('has its railway lines, in its order', () => {
    expect(board.lines).toEqual(vector.lines);
  });
});
