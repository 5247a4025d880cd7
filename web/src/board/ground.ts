/** What never changes while a seat sits at the bottom: ways and points. */

import { geometry, type Geometry, type PlaceKind, type Point } from './geometry';
import { CELL, pathData, spotOf, type Box, type Projection, type Spot } from './projection';
import { svg } from './svg';

/** The size of a piece; an empty station is a little smaller and so stays quiet. */
export const TILE = { width: 84, height: 64, radius: 14 } as const;
const STATION = { width: 72, height: 52, radius: 12 } as const;
const KINDS: readonly PlaceKind[] = ['station', 'camp', 'hq'];

/** The ways are whole; of the points only those in the box. */
export function drawGround(projection: Projection, box: Box = projection.box): SVGGElement {
  const board = geometry(projection.kind);
  const inside = ({ x, y }: Spot): boolean =>
    x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  const places = board.places.filter(({ name }) => inside(spotOf(projection, name)));
  return svg(
    'g',
    { class: 'ground' },
    svg('path', { class: 'table-top', d: outline(projection) }),
    ...(projection.kind === 'classic' ? [drawMountains()] : []),
    drawRoads(board, projection),
    ...drawRails(board, projection),
    ...KINDS.flatMap((kind) => {
      const spots = places.filter((place) => place.kind === kind).map(({ name }) => spotOf(projection, name));
      return drawPlaces(kind, spots);
    }),
  );
}

/** Around all points: a cross with round ends, or a sheet. */
function outline({ kind, box, field }: Projection): string {
  const round = 36;
  const [far, high] = [box.width / 2, box.height / 2];
  const corner = (dx: number, dy: number): string => `a${round} ${round} 0 0 1 ${dx * round} ${dy * round}`;
  const side = kind === 'siguo' ? field.width / 2 : far;
  const arm = kind === 'siguo' ? `V${-side}H${far - round}${corner(1, 1)}` : '';
  const below = kind === 'siguo' ? `V${side - round}${corner(-1, 1)}H${side}` : '';
  const left = kind === 'siguo' ? `V${side}H${round - far}${corner(-1, -1)}` : '';
  const above = kind === 'siguo' ? `V${round - side}${corner(1, -1)}H${-side}` : '';
  return (
    `M${-side} ${round - high}${corner(1, -1)}H${side - round}${corner(1, 1)}${arm}${below}` +
    `V${high - round}${corner(-1, 1)}H${round - side}${corner(-1, -1)}${left}${above}Z`
  );
}

function drawRoads(board: Geometry, projection: Projection): SVGPathElement {
  const rails = new Set(board.lines.flatMap((line) => pairs(line).map(([a, b]) => key(a, b))));
  const roads = board.roads.filter(([a, b]) => !rails.has(key(a, b)));
  return svg('path', { class: 'road', d: roads.map((road) => pathData(projection, road)).join('') });
}

/** Each run is drawn once in one piece, so that its ties keep their rhythm; runs through arcs only as arcs. */
function drawRails(board: Geometry, projection: Projection): SVGPathElement[] {
  const straight = board.lines.slice(0, board.lines.length - board.arcs.length);
  const d = [...straight, ...board.arcs].map((run) => pathData(projection, run)).join('');
  return [svg('path', { class: 'rail', d }), svg('path', { class: 'ties', d })];
}

/** All of a kind are one shape: a hundred elements less to lay out. */
function drawPlaces(kind: PlaceKind, spots: readonly Spot[]): SVGPathElement[] {
  const all = (className: string, outline: (spot: Spot) => string): SVGPathElement =>
    svg('path', { class: className, d: spots.map(outline).join('') });
  switch (kind) {
    case 'station':
      return [all('tile', station)];
    case 'camp':
      return [all('camp-outer', (spot) => circle(spot, 40)), all('camp-inner', (spot) => circle(spot, 31))];
    case 'hq':
      return [all('arch', (spot) => arch(spot, 48, 44)), all('arch-inner', (spot) => arch(spot, 38, 36))];
  }
}

function station({ x, y }: Spot): string {
  const { width, height, radius } = STATION;
  const [side, rise] = [width - 2 * radius, height - 2 * radius];
  const corner = (dx: number, dy: number): string =>
    `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
  return (
    `M${x - side / 2} ${y - height / 2}h${side}${corner(1, 1)}v${rise}${corner(-1, 1)}` +
    `h${-side}${corner(-1, -1)}v${-rise}${corner(1, -1)}z`
  );
}

function circle({ x, y }: Spot, radius: number): string {
  const half = (dx: number): string => `a${radius} ${radius} 0 1 1 ${dx} 0`;
  return `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}z`;
}

/** A gate with a round top: half its width, and how far its foot lies below the middle. */
function arch({ x, y }: Spot, half: number, foot: number): string {
  return `M${x - half} ${y + foot}V${y - 4}a${half} ${half} 0 0 1 ${2 * half} 0V${y + foot}z`;
}

export function tile(className: string): SVGRectElement {
  const { width, height, radius } = TILE;
  return svg('rect', { class: className, x: -width / 2, y: -height / 2, width, height, rx: radius });
}

/** The mountain line between the two fronts; only three ways lead across. */
function drawMountains(): SVGGElement {
  const ridge = (x: number): SVGPathElement =>
    svg('path', { d: `M${x - 58} 26L${x - 22} ${-16}L${x - 4} 4L${x + 16} ${-28}L${x + 58} 26Z` });
  return svg('g', { class: 'mountains' }, ridge(-CELL), ridge(CELL));
}

function pairs(line: readonly Point[]): [Point, Point][] {
  return line.slice(1).map((point, index) => [line[index] as Point, point]);
}

function key(a: Point, b: Point): string {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}
