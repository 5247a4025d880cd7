/** The two boards as graphs on a grid: x to the right, y down, red at the bottom. */

export type BoardKind = 'siguo' | 'classic';
export type Seat = 'red' | 'purple' | 'blue' | 'green';
/** A point by its name: `r63`, `n5`. */
export type Point = string;
export type PlaceKind = 'station' | 'camp' | 'hq';

export interface Place {
  readonly name: Point;
  readonly kind: PlaceKind;
  readonly x: number;
  readonly y: number;
  /** Whose field it lies in; null in the palace. */
  readonly seat: Seat | null;
}

export interface Geometry {
  readonly kind: BoardKind;
  readonly places: readonly Place[];
  readonly place: ReadonlyMap<Point, Place>;
  /** Neighbours inside a field, railway or not. */
  readonly roads: readonly (readonly [Point, Point])[];
  /** Each railway run; the last four of the four-country board go through an arc. */
  readonly lines: readonly (readonly Point[])[];
  /** The two ends of each arc. */
  readonly arcs: readonly (readonly [Point, Point])[];
}

/** In turn order: counter-clockwise from the bottom. */
export const SEATS: readonly Seat[] = ['red', 'purple', 'blue', 'green'];
const CAMPS = new Set(['22', '24', '33', '42', '44']);
const HEADQUARTERS = new Set(['62', '64']);
const ROWS = [1, 2, 3, 4, 5, 6];
const COLUMNS = [1, 2, 3, 4, 5];

/** How many quarter turns counter-clockwise a seat sits from red. */
export function turnsOf(seat: Seat): number {
  return SEATS.indexOf(seat);
}

export function nextSeat(seat: Seat, by = 1): Seat {
  return SEATS[(turnsOf(seat) + by) % 4] as Seat;
}

export function fieldPoint(seat: Seat, row: number, column: number): Point {
  return `${seat.charAt(0)}${row}${column}`;
}

/** Turns a vector counter-clockwise, as seen on a screen, by quarter turns. */
export function turned(dx: number, dy: number, quarters: number): [number, number] {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return [dy, -dx];
    case 2:
      return [-dx, -dy];
    case 3:
      return [-dy, dx];
    default:
      return [dx, dy];
  }
}

const boards = new Map<BoardKind, Geometry>();

export function geometry(kind: BoardKind): Geometry {
  let board = boards.get(kind);
  if (board === undefined) {
    board = kind === 'siguo' ? siguo() : classic();
    boards.set(kind, board);
  }
  return board;
}

/** The seats that have a field on this board. */
export function seatsOf(kind: BoardKind): readonly Seat[] {
  return kind === 'siguo' ? SEATS : ['red', 'blue'];
}

function siguo(): Geometry {
  const places = SEATS.flatMap((seat) => field(seat, 8, 8, 2));
  for (let number = 1; number <= 9; number += 1) {
    const x = 6 + 2 * ((number - 1) % 3);
    const y = 6 + 2 * Math.floor((number - 1) / 3);
    places.push({ name: `n${number}`, kind: 'station', x, y, seat: null });
  }
  const lines = SEATS.flatMap(rowLines);
  lines.push(
    [...column('red', 1, 'up'), 'n7', 'n4', 'n1', ...column('blue', 5, 'down')],
    ['r13', 'n8', 'n5', 'n2', 'b13'],
    [...column('red', 5, 'up'), 'n9', 'n6', 'n3', ...column('blue', 1, 'down')],
    [...column('purple', 1, 'up'), 'n9', 'n8', 'n7', ...column('green', 5, 'down')],
    ['p13', 'n6', 'n5', 'n4', 'g13'],
    [...column('purple', 5, 'up'), 'n3', 'n2', 'n1', ...column('green', 1, 'down')],
  );
  const arcs: [Point, Point][] = [];
  for (const seat of SEATS) {
    const next = nextSeat(seat);
    lines.push([...column(seat, 5, 'up'), ...column(next, 1, 'down')]);
    arcs.push([fieldPoint(seat, 1, 5), fieldPoint(next, 1, 1)]);
  }
  return finish('siguo', places, SEATS, lines, arcs);
}

function classic(): Geometry {
  const seats: readonly Seat[] = ['red', 'blue'];
  const places = seats.flatMap((seat) => field(seat, 2, 5.5, -0.5));
  const lines = seats.flatMap(rowLines);
  lines.push(
    [...column('red', 1, 'up'), ...column('blue', 5, 'down')],
    ['r13', 'b13'],
    [...column('red', 5, 'up'), ...column('blue', 1, 'down')],
  );
  return finish('classic', places, seats, lines, []);
}

/** A field whose front row lies `front + 1` from the board's centre. */
function field(seat: Seat, centreX: number, centreY: number, front: number): Place[] {
  return ROWS.flatMap((row) =>
    COLUMNS.map((column) => {
      const [dx, dy] = turned(column - 3, row + front, turnsOf(seat));
      const spot = `${row}${column}`;
      const kind = CAMPS.has(spot) ? 'camp' : HEADQUARTERS.has(spot) ? 'hq' : 'station';
      return { name: fieldPoint(seat, row, column), kind, x: centreX + dx, y: centreY + dy, seat } as const;
    }),
  );
}

function rowLines(seat: Seat): Point[][] {
  return [1, 5].map((row) => COLUMNS.map((column) => fieldPoint(seat, row, column)));
}

/** The railway part of a column, `up` from the rear to the front. */
function column(seat: Seat, number: number, way: 'up' | 'down'): Point[] {
  const points = [1, 2, 3, 4, 5].map((row) => fieldPoint(seat, row, number));
  return way === 'up' ? points.reverse() : points;
}

function fieldRoads(seat: Seat): [Point, Point][] {
  const roads: [Point, Point][] = [];
  for (const row of ROWS) {
    for (const col of COLUMNS) {
      const here = `${row}${col}`;
      for (const [dr, dc] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ] as const) {
        const there = `${row + dr}${col + dc}`;
        const inside = row + dr <= 6 && col + dc >= 1 && col + dc <= 5;
        const diagonal = dr !== 0 && dc !== 0;
        if (inside && (!diagonal || CAMPS.has(here) || CAMPS.has(there))) {
          roads.push([`${seat.charAt(0)}${here}`, `${seat.charAt(0)}${there}`]);
        }
      }
    }
  }
  return roads;
}

function finish(
  kind: BoardKind,
  places: Place[],
  seats: readonly Seat[],
  lines: Point[][],
  arcs: [Point, Point][],
): Geometry {
  const place = new Map(places.map((one) => [one.name, one]));
  return { kind, places, place, roads: seats.flatMap(fieldRoads), lines, arcs };
}
