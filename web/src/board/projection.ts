/** From the grid to the picture: which seat sits at the bottom, gaps, curves. A cell is 100 units wide. */

import { geometry, turned, turnsOf, type BoardKind, type Point, type Seat } from './geometry';

export const CELL = 100;
/** The fields stand a little apart from the palace (or from the mountain line), so that the arcs have room. */
const GAP: Record<BoardKind, number> = { siguo: 34, classic: 34 };
/** How far apart rows lie. The two-country board is never turned by a quarter, and lower rows make its pieces larger. */
const ROW: Record<BoardKind, number> = { siguo: CELL, classic: 84 };
/** How far an arc's handles reach, of the way to the corner. */
const BEND = 0.42;
const MARGIN = 62;

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Projection {
  readonly kind: BoardKind;
  readonly bottom: Seat;
  readonly spots: ReadonlyMap<Point, Spot>;
  /** The whole board with its margin. */
  readonly box: Box;
  /** The field of the seat at the bottom, with its margin. */
  readonly field: Box;
}

/** Everything is measured from the middle of the board. */
export function project(kind: BoardKind, bottom: Seat): Projection {
  const board = geometry(kind);
  const middle = kind === 'siguo' ? { x: 8, y: 8 } : { x: 2, y: 5.5 };
  // The palace reaches two cells from the middle; on the two-country board the mountain line is the middle itself.
  const inner = kind === 'siguo' ? 2 : 0;
  const apart = (d: number, gap: number, cell = CELL): number =>
    d * cell + (Math.abs(d) > inner ? Math.sign(d) * gap : 0);
  const spots = new Map<Point, Spot>();
  for (const place of board.places) {
    const [dx, dy] = turned(place.x - middle.x, place.y - middle.y, -turnsOf(bottom));
    spots.set(place.name, {
      x: kind === 'siguo' ? apart(dx, GAP[kind]) : dx * CELL,
      y: apart(dy, GAP[kind], ROW[kind]),
    });
  }
  const own = board.places.filter((place) => place.seat === bottom).map((place) => place.name);
  return { kind, bottom, spots, box: boxOf([...spots.keys()], spots), field: boxOf(own, spots) };
}

export function spotOf(projection: Projection, point: Point): Spot {
  const spot = projection.spots.get(point);
  if (spot === undefined) throw new RangeError(`no point of this board: ${point}`);
  return spot;
}

/** The smallest box with its margin around the points. */
export function boxOf(points: readonly Point[], spots: ReadonlyMap<Point, Spot>): Box {
  const all = points.map((point) => spots.get(point) as Spot);
  const xs = all.map((spot) => spot.x);
  const ys = all.map((spot) => spot.y);
  const x = Math.min(...xs) - MARGIN;
  const y = Math.min(...ys) - MARGIN;
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

function isArc(kind: BoardKind, from: Point, to: Point): boolean {
  return geometry(kind).arcs.some(([a, b]) => (a === from && b === to) || (a === to && b === from));
}

/** The corner in which the two straight parts of an arc would meet. */
function cornerOf(projection: Projection, from: Point, to: Point): Spot {
  const a = spotOf(projection, from);
  const b = spotOf(projection, to);
  // Of the two corners of the square between them it is the one nearer to the middle.
  const first = { x: a.x, y: b.y };
  const second = { x: b.x, y: a.y };
  return Math.hypot(first.x, first.y) < Math.hypot(second.x, second.y) ? first : second;
}

function handles(projection: Projection, from: Point, to: Point): [Spot, Spot] {
  const corner = cornerOf(projection, from, to);
  const pull = (spot: Spot): Spot => ({
    x: spot.x + (corner.x - spot.x) * BEND,
    y: spot.y + (corner.y - spot.y) * BEND,
  });
  return [pull(spotOf(projection, from)), pull(spotOf(projection, to))];
}

/** SVG path data through the points, bending where an arc is taken. */
export function pathData(projection: Projection, route: readonly Point[]): string {
  const parts: string[] = [];
  route.forEach((point, index) => {
    const { x, y } = spotOf(projection, point);
    const before = route[index - 1];
    if (before === undefined) {
      parts.push(`M${x} ${y}`);
    } else if (isArc(projection.kind, before, point)) {
      const [a, b] = handles(projection, before, point);
      parts.push(`C${a.x} ${a.y} ${b.x} ${b.y} ${x} ${y}`);
    } else {
      parts.push(`L${x} ${y}`);
    }
  });
  return parts.join('');
}

/** The same way as a chain of spots, arcs cut into short pieces: what a moving piece passes. */
export function chain(projection: Projection, route: readonly Point[]): Spot[] {
  const spots: Spot[] = [];
  route.forEach((point, index) => {
    const end = spotOf(projection, point);
    const before = route[index - 1];
    if (before !== undefined && isArc(projection.kind, before, point)) {
      const start = spotOf(projection, before);
      const [a, b] = handles(projection, before, point);
      for (const t of [0.25, 0.5, 0.75]) spots.push(cubic(start, a, b, end, t));
    }
    spots.push(end);
  });
  return spots;
}

function cubic(p: Spot, a: Spot, b: Spot, q: Spot, t: number): Spot {
  const u = 1 - t;
  const at = (p0: number, p1: number, p2: number, p3: number): number =>
    u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
  return { x: at(p.x, a.x, b.x, q.x), y: at(p.y, a.y, b.y, q.y) };
}

export function length(spots: readonly Spot[]): number {
  let sum = 0;
  spots.forEach((spot, index) => {
    const before = spots[index - 1];
    if (before !== undefined) sum += Math.hypot(spot.x - before.x, spot.y - before.y);
  });
  return sum;
}
