/**
 * The board for keyboard and screen reader: a grid as it lies on the screen, every point a cell in words, one of them in
 * the tab order.
 */

import type { Point } from './geometry';
import { TILE } from './ground';
import { CELL, spotOf, type Projection, type Spot } from './projection';
import { svg } from './svg';

export interface Spots {
  readonly layer: SVGGElement;
  /** What the grid is called. */
  name(label: string): void;
  describe(words: (point: Point) => string, selected: Point | null): void;
  focus(point: Point): void;
  /** The point that has the focus. */
  focused(): Point | null;
}

export interface SpotActions {
  act(point: Point): void;
  cancel(): void;
  /** Points worth stepping through in order: targets, else pieces that can move. */
  stops(): readonly Point[];
  focused(point: Point): void;
  zoom(by: number): void;
}

/** How far the frame of focus lies outside a tile. */
const AROUND = 8;

export function createSpots(
  projection: Projection,
  points: readonly Point[],
  first: Point,
  actions: SpotActions,
): Spots {
  const layer = svg('g', { class: 'spots', role: 'grid' });
  const nodes = new Map<Point, SVGRectElement>();
  /** What each says by now: reading it from the page would cost more than writing it. */
  const told = new Map<Point, { readonly text: string; readonly state: string }>();
  const rows = gridRows(projection, points);
  const columns = [...new Set(points.map((point) => spotOf(projection, point).x))].sort((a, b) => a - b);
  layer.setAttribute('aria-rowcount', String(rows.length));
  layer.setAttribute('aria-colcount', String(columns.length));
  rows.forEach((row, index) => {
    const line = svg('g', { role: 'row', 'aria-rowindex': index + 1 });
    for (const point of row) {
      const { x, y } = spotOf(projection, point);
      const node = svg('rect', {
        class: 'spot',
        role: 'gridcell',
        tabindex: point === first ? 0 : -1,
        'data-point': point,
        'aria-colindex': columns.indexOf(x) + 1,
        x: x - TILE.width / 2 - AROUND,
        y: y - TILE.height / 2 - AROUND,
        width: TILE.width + 2 * AROUND,
        height: TILE.height + 2 * AROUND,
        rx: 20,
      });
      nodes.set(point, node);
      line.append(node);
    }
    layer.append(line);
  });
  // Two strokes, so that the frame is seen on paper, on track and on every army.
  const cursor = svg(
    'g',
    { class: 'cursor', 'aria-hidden': 'true' },
    ...['casing', 'ring'].map((className) =>
      svg('rect', {
        class: className,
        x: -TILE.width / 2 - AROUND,
        y: -TILE.height / 2 - AROUND,
        width: TILE.width + 2 * AROUND,
        height: TILE.height + 2 * AROUND,
        rx: 20,
      }),
    ),
  );
  layer.append(cursor);
  let current = first;

  /** The one point in the tab order. */
  function enter(point: Point): void {
    nodes.get(current)?.setAttribute('tabindex', '-1');
    current = point;
    nodes.get(point)?.setAttribute('tabindex', '0');
    const { x, y } = spotOf(projection, point);
    cursor.setAttribute('transform', `translate(${x} ${y})`);
  }

  function focus(point: Point): void {
    enter(point);
    nodes.get(point)?.focus({ preventScroll: true });
    actions.focused(point);
  }

  function stop(by: 1 | -1): void {
    const stops = actions.stops();
    if (stops.length === 0) return;
    const index = stops.indexOf(current);
    const next = stops[(index + by + stops.length) % stops.length];
    if (next !== undefined) focus(index === -1 ? (stops[0] as Point) : next);
  }

  function toEdge(key: 'Home' | 'End'): void {
    const row = rows.find((one) => one.includes(current));
    const next = key === 'Home' ? row?.[0] : row?.at(-1);
    if (next !== undefined) focus(next);
  }

  const pointOf = (event: Event): Point | null => (event.target as Element).getAttribute('data-point');

  layer.addEventListener('focusin', (event) => {
    const point = pointOf(event);
    if (point !== null) enter(point);
  });

  // Fingers and mouse act on the board as one surface; only a screen reader clicks a point itself.
  layer.addEventListener('click', (event) => {
    const point = pointOf(event);
    if (point !== null) actions.act(point);
  });

  layer.addEventListener('keydown', (event) => {
    enter(pointOf(event) ?? current);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const go = ARROWS[event.key];
    if (go !== undefined) {
      const next = neighbour(projection, current, go, points);
      if (next !== null) focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') actions.act(current);
    else if (event.key === 'Escape') actions.cancel();
    else if (event.key === 'PageDown' || event.key === ']') stop(1);
    else if (event.key === 'PageUp' || event.key === '[') stop(-1);
    else if (event.key === 'Home' || event.key === 'End') toEdge(event.key);
    else if (event.key === '+' || event.key === '=') actions.zoom(1.4);
    else if (event.key === '-') actions.zoom(1 / 1.4);
    else return;
    event.preventDefault();
  });

  return {
    layer,
    focus,
    focused: () => (nodes.get(current) === document.activeElement ? current : null),
    name: (label) => layer.setAttribute('aria-label', label),
    describe(words, selected) {
      for (const [point, node] of nodes) {
        const text = words(point);
        const state = String(point === selected);
        const before = told.get(point);
        if (before?.text !== text) node.setAttribute('aria-label', text);
        if (before?.state !== state) node.setAttribute('aria-selected', state);
        told.set(point, { text, state });
      }
    },
  };
}

const ARROWS: Record<string, Spot> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The points line by line as they lie on the screen. */
function gridRows(projection: Projection, points: readonly Point[]): Point[][] {
  const lines = new Map<number, Point[]>();
  for (const point of points) {
    const { y } = spotOf(projection, point);
    lines.set(y, [...(lines.get(y) ?? []), point]);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line.sort((a, b) => spotOf(projection, a).x - spotOf(projection, b).x));
}

/** The next point in a direction: straight ahead if there is one, else the nearest that lies mostly that way. */
export function neighbour(
  projection: Projection,
  from: Point,
  go: Spot,
  among: readonly Point[] = [...projection.spots.keys()],
): Point | null {
  const here = projection.spots.get(from);
  if (here === undefined) return null;
  let best: { point: Point; cost: number } | null = null;
  for (const point of among) {
    const spot = spotOf(projection, point);
    const ahead = (spot.x - here.x) * go.x + (spot.y - here.y) * go.y;
    const aside = Math.abs((spot.x - here.x) * go.y) + Math.abs((spot.y - here.y) * go.x);
    if (ahead < CELL / 2 || aside > ahead) continue;
    const cost = ahead + aside * 2.5;
    if (best === null || cost < best.cost) best = { point, cost };
  }
  return best?.point ?? null;
}
