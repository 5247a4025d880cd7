/** The board for keyboard and screen reader: every point is a button in words, one of them in the tab order. */

import { geometry, type Point } from './geometry';
import { TILE } from './ground';
import { CELL, type Projection, type Spot } from './projection';
import { svg } from './svg';

export interface Spots {
  readonly layer: SVGGElement;
  describe(words: (point: Point) => string, selected: Point | null): void;
  focus(point: Point): void;
}

export interface SpotActions {
  act(point: Point): void;
  cancel(): void;
  /** Points worth stepping through in order: targets, else pieces that can move. */
  stops(): readonly Point[];
  focused(point: Point): void;
  zoom(by: number): void;
}

export function createSpots(projection: Projection, first: Point, actions: SpotActions): Spots {
  const layer = svg('g', { class: 'spots' });
  const nodes = new Map<Point, SVGRectElement>();
  for (const { name } of geometry(projection.kind).places) {
    const { x, y } = projection.spots.get(name) as Spot;
    const node = svg('rect', {
      class: 'spot',
      role: 'button',
      tabindex: name === first ? 0 : -1,
      'data-point': name,
      x: x - TILE.width / 2 - 8,
      y: y - TILE.height / 2 - 8,
      width: TILE.width + 16,
      height: TILE.height + 16,
      rx: 20,
    });
    nodes.set(name, node);
    layer.append(node);
  }
  let current = first;

  /** The one point in the tab order. */
  function enter(point: Point): void {
    nodes.get(current)?.setAttribute('tabindex', '-1');
    current = point;
    nodes.get(point)?.setAttribute('tabindex', '0');
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
    const go = ARROWS[event.key];
    if (go !== undefined) {
      const next = neighbour(projection, current, go);
      if (next !== null) focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') actions.act(current);
    else if (event.key === 'Escape') actions.cancel();
    else if (event.key === 'PageDown') stop(1);
    else if (event.key === 'PageUp') stop(-1);
    else if (event.key === '+' || event.key === '=') actions.zoom(1.4);
    else if (event.key === '-') actions.zoom(1 / 1.4);
    else return;
    event.preventDefault();
  });

  return {
    layer,
    focus,
    describe(words, selected) {
      for (const [point, node] of nodes) {
        const text = words(point);
        if (node.getAttribute('aria-label') !== text) node.setAttribute('aria-label', text);
        node.setAttribute('aria-pressed', String(point === selected));
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

/** The next point in a direction: straight ahead if there is one, else the nearest that lies mostly that way. */
export function neighbour(projection: Projection, from: Point, go: Spot): Point | null {
  const here = projection.spots.get(from);
  if (here === undefined) return null;
  let best: { point: Point; cost: number } | null = null;
  for (const [point, spot] of projection.spots) {
    const ahead = (spot.x - here.x) * go.x + (spot.y - here.y) * go.y;
    const aside = Math.abs((spot.x - here.x) * go.y) + Math.abs((spot.y - here.y) * go.x);
    if (ahead < CELL / 2 || aside > ahead) continue;
    const cost = ahead + aside * 2.5;
    if (best === null || cost < best.cost) best = { point, cost };
  }
  return best?.point ?? null;
}
