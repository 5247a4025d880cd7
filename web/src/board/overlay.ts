/** What changes with the state but is no piece: the last move's way, targets, selection, notes. */

import { TILE } from './ground';
import { pathData, spotOf, type Projection } from './projection';
import type { BoardOptions, BoardState, Pointed } from './state';
import { svg } from './svg';

/** How long the head of an arrow is. */
const ARROW = 40;

/** Beneath the pieces: where the last move came from and which way it took. */
export function drawWay(state: BoardState, projection: Projection): SVGElement[] {
  const elements: SVGElement[] = [];
  const route = state.last?.route ?? [];
  const [from] = route;
  if (from !== undefined && route.length > 1) {
    elements.push(
      svg('path', { class: 'way-casing', d: pathData(projection, route) }),
      svg('path', { class: 'way', d: pathData(projection, route) }),
      frame('origin', from, projection, 4),
    );
  }
  return elements;
}

/** Above the pieces: where the last move ended, what is selected, where it may go. */
export function drawMarks(state: BoardState, projection: Projection, options: BoardOptions): SVGElement[] {
  const elements: SVGElement[] = [];
  const end = state.last?.route.at(-1);
  const occupied = new Set(state.pieces.map((piece) => piece.at));
  if (end !== undefined && occupied.has(end)) elements.push(frame('arrival', end, projection, 3));
  for (const point of state.noted) elements.push(frame('noted', point, projection, 5));
  if (state.planned !== null && state.planned.length > 1) {
    elements.push(svg('path', { class: 'planned', d: pathData(projection, state.planned) }));
  }
  if (state.ahead !== null) {
    elements.push(svg('path', { class: 'ahead way-ahead', d: pathData(projection, state.ahead) }));
    for (const point of state.ahead) elements.push(frame('ahead', point, projection, 5));
  }
  if (state.pointed !== null) elements.push(...drawPointed(state.pointed, projection));
  if (state.selected === null) return elements;
  const tense = state.tense === 'ahead' ? ' ahead' : '';
  elements.push(frame('selected', state.selected, projection, 5));
  for (const to of state.moves.get(state.selected) ?? []) {
    const { x, y } = spotOf(projection, to);
    if (!occupied.has(to)) {
      elements.push(svg('circle', { class: `target${tense}`, cx: x, cy: y, r: 13 }));
    } else {
      elements.push(frame(`${options.mode === 'move' ? 'attack' : 'swap'}${tense}`, to, projection, 5));
    }
  }
  return elements;
}

/** A ring around a point, or an arrow from it to another; each with a rim that parts it from what lies below. */
function drawPointed({ by, at, to }: Pointed, projection: Projection): SVGElement[] {
  const from = spotOf(projection, at);
  if (to === null) {
    const ring = (className: string): SVGElement =>
      svg('circle', { class: `${className} ${by}`, cx: from.x, cy: from.y, r: 54 });
    return [ring('pointed-casing'), ring('pointed')];
  }
  const end = spotOf(projection, to);
  const length = Math.hypot(end.x - from.x, end.y - from.y);
  const [x, y] = [(end.x - from.x) / length, (end.y - from.y) / length];
  const barb = (side: 1 | -1): string =>
    `L${end.x - ARROW * x + side * 0.7 * ARROW * y} ${end.y - ARROW * y - side * 0.7 * ARROW * x}`;
  const d = `M${from.x} ${from.y}L${end.x} ${end.y}${barb(1)}M${end.x} ${end.y}${barb(-1)}`;
  return ['pointed-casing', 'pointed'].map((className) => svg('path', { class: `${className} ${by}`, d }));
}

/** A frame around a tile, `out` units larger on each side. */
export function frame(className: string, at: string, projection: Projection, out: number): SVGRectElement {
  const { x, y } = spotOf(projection, at);
  const width = TILE.width + 2 * out;
  const height = TILE.height + 2 * out;
  return svg('rect', {
    class: className,
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    rx: TILE.radius + out,
  });
}
