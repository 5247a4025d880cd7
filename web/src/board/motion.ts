/** From one state to the next: the way of a piece, a short clash, the fallen fading. Nothing here decides anything. */

import { drawPiece } from './pieces';
import { chain, length, spotOf, type Projection, type Spot } from './projection';
import type { BoardPiece, BoardState } from './state';
import { svg, translate } from './svg';

const STEP_MS = { least: 120, most: 200 } as const;
const CLASH_MS = 160;
const FADE_MS = 200;

export function wantsMotion(): boolean {
  return typeof matchMedia === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How long a way takes: longer for longer ways, never long. */
export function wayTime(way: readonly Spot[]): number {
  return Math.min(STEP_MS.most, STEP_MS.least + length(way) / 15);
}

/**
 * Plays what lies between two states. `nodes` are the pieces already drawn as they are now; what is gone is drawn
 * again into `layer` for as long as it takes to go.
 */
export function play(
  before: BoardState,
  after: BoardState,
  projection: Projection,
  nodes: ReadonlyMap<string, SVGGElement>,
  layer: SVGGElement,
): void {
  layer.replaceChildren();
  const last = after.last;
  if (last === null || typeof layer.animate !== 'function') return;
  const was = new Map(before.pieces.map((piece) => [piece.at, piece]));
  const is = new Map(after.pieces.map((piece) => [piece.at, piece]));
  const from = last.route[0];
  const to = last.route.at(-1);
  const moved = from !== undefined && to !== undefined && from !== to;
  const way = moved ? chain(projection, last.route) : [];
  const travel = moved ? wayTime(way) : 0;

  if (moved) {
    const mover = was.get(from);
    const defender = was.get(to);
    const arrived = last.fight === null || last.fight === 'attacker' ? nodes.get(to) : undefined;
    if (arrived !== undefined) {
      goAlong(arrived, way, travel);
    } else if (mover !== undefined) {
      const ghost = addGhost(layer, mover, spotOf(projection, to));
      goAlong(ghost, way, travel);
      fade(ghost, travel + CLASH_MS / 2);
    }
    if (defender !== undefined && last.fight !== null && last.fight !== 'defender') {
      fade(addGhost(layer, defender, spotOf(projection, to)), travel + CLASH_MS / 2);
    }
    if (last.fight !== null) clash(layer, spotOf(projection, to), travel);
  }
  for (const [at, piece] of was) {
    if (!is.has(at) && at !== from && at !== to) {
      fade(addGhost(layer, piece, spotOf(projection, at)), travel + CLASH_MS);
    }
  }
}

/** Stops whatever is still moving. */
export function settle(nodes: Iterable<SVGGElement>, layer: SVGGElement): void {
  layer.replaceChildren();
  for (const node of nodes) {
    if (typeof node.getAnimations === 'function')
      for (const animation of node.getAnimations()) animation.cancel();
  }
}

function addGhost(layer: SVGGElement, piece: BoardPiece, spot: Spot): SVGGElement {
  const ghost = drawPiece(piece);
  ghost.style.transform = translate(spot.x, spot.y);
  layer.append(ghost);
  return ghost;
}

function goAlong(node: SVGGElement, way: readonly Spot[], duration: number): void {
  const whole = length(way) || 1;
  const frames = way.map((spot, index) => ({
    transform: translate(spot.x, spot.y),
    offset: length(way.slice(0, index + 1)) / whole,
  }));
  node.animate(frames, { duration, easing: 'ease-in-out' });
}

function fade(node: SVGGElement, delay: number): void {
  const animation = node.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE_MS,
    delay,
    easing: 'ease-out',
    fill: 'forwards',
  });
  animation.onfinish = () => node.remove();
}

function clash(layer: SVGGElement, spot: Spot, delay: number): void {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4 + Math.PI / 8;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${x * 34} ${y * 34}L${x * 60} ${y * 60}`;
  });
  const burst = svg('path', { class: 'clash', d: rays.join('') });
  const place = svg('g', { transform: `translate(${spot.x} ${spot.y})` }, burst);
  layer.append(place);
  const animation = burst.animate(
    [
      { opacity: 0, transform: 'scale(0.5)' },
      { opacity: 1, transform: 'scale(1)', offset: 0.4 },
      { opacity: 0, transform: 'scale(1.15)' },
    ],
    { duration: CLASH_MS + 40, delay, fill: 'both', easing: 'ease-out' },
  );
  animation.onfinish = () => place.remove();
}
