/** Where a step leads from each point, by road or railway. */

import { geometry, type BoardKind, type Point } from '../board/geometry';

export interface Ways {
  /** One step away, by road or railway. */
  readonly near: ReadonlyMap<Point, ReadonlySet<Point>>;
  /** One step along the railway. */
  readonly rail: ReadonlyMap<Point, ReadonlySet<Point>>;
}

const known = new Map<BoardKind, Ways>();

export function waysOf(kind: BoardKind): Ways {
  const made = known.get(kind);
  if (made !== undefined) return made;
  const { lines, roads } = geometry(kind);
  const runs = lines.flatMap((line) =>
    line.slice(1).map((point, index) => [line[index] as Point, point] as const),
  );
  const next = { near: neighbours([...roads, ...runs]), rail: neighbours(runs) };
  known.set(kind, next);
  return next;
}

function neighbours(links: readonly (readonly [Point, Point])[]): Map<Point, Set<Point>> {
  const all = new Map<Point, Set<Point>>();
  const add = (a: Point, b: Point): void => {
    const set = all.get(a) ?? new Set();
    all.set(a, set.add(b));
  };
  for (const [a, b] of links) {
    add(a, b);
    add(b, a);
  }
  return all;
}
