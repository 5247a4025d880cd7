/** What never changes while a seat sits at the bottom: ways and points. */

import { geometry, type Geometry, type PlaceKind, type Point } from './geometry';
import { CELL, pathData, spotOf, type Box, type Projection, type Spot } from './projection';
import { svg } from './svg';

/** The size of a piece; an empty station is a little smaller and so stays quiet. */
export const TILE = { width: 84, height: 64, radius: 14 } as const;
const STATION = { width: 72, height: 52, radius: 12 } as const;

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
    ...places.map((place) => {
      const { x, y } = spotOf(projection, place.name);
      return svg(
        'g',
        { transform: `translate(${x} ${y})`, class: `place ${place.kind}` },
        ...drawPlace(place.kind),
      );
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

function drawPlace(kind: PlaceKind): SVGElement[] {
  switch (kind) {
    case 'station':
      return [tile('tile', STATION)];
    case 'camp':
      return [svg('circle', { class: 'camp-outer', r: 40 }), svg('circle', { class: 'camp-inner', r: 31 })];
    case 'hq':
      return [
        svg('path', { class: 'arch', d: arch(48, 44) }),
        svg('path', { class: 'arch-inner', d: arch(38, 36) }),
      ];
  }
}

/** A gate with a round top: half its width, and how far its foot lies below the middle. */
function arch(half: number, foot: number): string {
  return `M${-half} ${foot}V${-4}A${half} ${half} 0 0 1 ${half} ${-4}V${foot}Z`;
}

export function tile(className: string, size: typeof TILE | typeof STATION = TILE): SVGRectElement {
  const { width, height, radius } = size;
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
