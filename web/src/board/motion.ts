/** From one state to the next: the way of a piece, a short clash, who stays. Nothing here decides anything. */

import { drawPiece } from './pieces';
import { chain, length, spotOf, type Projection, type Spot } from './projection';
import type { BoardPiece, BoardState } from './state';
import { svg, translate } from './svg';

const STEP_MS = { least: 110, most: 190 } as const;
/** From the arrival on; with the longest way a fight takes 350 ms. */
const FIGHT_MS = 160;
const FADE_MS = 160;
/** Half of a flip. */
const TURN_MS = 110;

let wish: MediaQueryList | undefined;

export function wantsMotion(): boolean {
  if (typeof matchMedia !== 'function') return false;
  // Asked anew each time, it would be one more look at the whole page's style.
  wish ??= matchMedia('(prefers-reduced-motion: reduce)');
  return !wish.matches;
}

/** Where motion is played, and what of it may still run. */
export interface Stage {
  readonly layer: SVGGElement;
  running: Animation[];
}

/** How long a way takes: longer for longer ways, never long. */
export function wayTime(way: readonly Spot[]): number {
  return Math.min(STEP_MS.most, STEP_MS.least + length(way) / 15);
}

/**
 * Plays what lies between two states. `nodes` are the pieces already drawn as they are now; what is gone is drawn
 * again onto the stage for as long as it takes to go.
 */
export function play(
  before: BoardState,
  after: BoardState,
  projection: Projection,
  nodes: ReadonlyMap<string, SVGGElement>,
  stage: Stage,
): void {
  stage.layer.replaceChildren();
  const last = after.last;
  if (last === null || typeof stage.layer.animate !== 'function') return;
  const was = new Map(before.pieces.map((piece) => [piece.at, piece]));
  const is = new Map(after.pieces.map((piece) => [piece.at, piece]));
  const from = last.route[0];
  const to = last.route.at(-1);
  const moved = from !== undefined && to !== undefined && from !== to;
  const way = moved ? chain(projection, last.route) : [];
  const travel = moved ? wayTime(way) : 0;

  if (from !== undefined && !moved) turnOver(was.get(from), nodes.get(from), stage, projection);
  if (moved) {
    const mover = was.get(from);
    const defender = was.get(to);
    const place = spotOf(projection, to);
    const stays = nodes.get(to);
    if (last.fight === null || last.fight === 'attacker') {
      if (stays !== undefined) goAlong(stage, stays, way, travel);
    } else if (mover !== undefined) {
      fall(stage, goAlong(stage, addGhost(stage, mover, place), way, travel), travel);
    }
    if (last.fight !== null) {
      if (last.fight !== 'defender' && defender !== undefined)
        fall(stage, addGhost(stage, defender, place), travel);
      if (last.fight !== 'both' && stays !== undefined) stand(stage, stays, travel);
      clash(stage, place, travel);
    }
  }
  for (const [at, piece] of was) {
    if (!is.has(at) && at !== from && at !== to) {
      fall(
        stage,
        addGhost(stage, piece, spotOf(projection, at)),
        travel + (last.fight === null ? 0 : FIGHT_MS),
      );
    }
  }
}

/** Stops whatever is still moving. */
export function settle(stage: Stage): void {
  stage.layer.replaceChildren();
  for (const animation of stage.running) animation.cancel();
  stage.running = [];
}

/** All motion starts here, so that it can be stopped without asking every piece. */
function run(
  stage: Stage,
  element: Element,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation {
  const animation = element.animate(frames, options);
  stage.running.push(animation);
  return animation;
}

function addGhost({ layer }: Stage, piece: BoardPiece, spot: Spot): SVGGElement {
  const ghost = drawPiece(piece);
  ghost.style.transform = translate(spot.x, spot.y);
  layer.append(ghost);
  return ghost;
}

function goAlong(stage: Stage, node: SVGGElement, way: readonly Spot[], duration: number): SVGGElement {
  const whole = length(way) || 1;
  const frames = way.map((spot, index) => ({
    transform: translate(spot.x, spot.y),
    offset: length(way.slice(0, index + 1)) / whole,
  }));
  run(stage, node, frames, { duration, easing: 'ease-in-out' });
  return node;
}

/** The piece itself within its place: what stands on it moves with it. */
function body(node: SVGGElement): Element {
  return node.querySelector('.body') ?? node;
}

function fall(stage: Stage, ghost: SVGGElement, delay: number): void {
  const gone = { opacity: 0, transform: 'scale(0.55) rotate(-14deg)' };
  const animation = run(stage, body(ghost), [{ opacity: 1, transform: 'none' }, gone], {
    duration: FADE_MS,
    delay,
    easing: 'ease-in',
    fill: 'both',
  });
  animation.onfinish = () => ghost.remove();
}

/** A piece shows what it is: its back narrows, then its face widens. */
function turnOver(
  back: BoardPiece | undefined,
  face: SVGGElement | undefined,
  stage: Stage,
  projection: Projection,
): void {
  if (back === undefined || face === undefined) return;
  const [whole, edge] = [{ transform: 'none' }, { transform: 'scaleX(0)' }];
  const ghost = addGhost(stage, back, spotOf(projection, back.at));
  const closing = run(stage, body(ghost), [whole, edge], { duration: TURN_MS, easing: 'ease-in' });
  closing.onfinish = () => ghost.remove();
  run(stage, body(face), [edge, whole], {
    duration: TURN_MS,
    delay: TURN_MS,
    easing: 'ease-out',
    fill: 'backwards',
  });
}

/** Whoever is left rises for a moment. */
function stand(stage: Stage, node: SVGGElement, delay: number): void {
  run(
    stage,
    body(node),
    [{ transform: 'none' }, { transform: 'scale(1.16)', offset: 0.4 }, { transform: 'none' }],
    {
      duration: FIGHT_MS,
      delay,
      easing: 'ease-out',
    },
  );
}

function clash(stage: Stage, spot: Spot, delay: number): void {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4 + Math.PI / 8;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${x * 34} ${y * 34}L${x * 60} ${y * 60}`;
  });
  const burst = svg('path', { class: 'clash', d: rays.join('') });
  const place = svg('g', { transform: `translate(${spot.x} ${spot.y})` }, burst);
  stage.layer.append(place);
  const animation = run(
    stage,
    burst,
    [
      { opacity: 0, transform: 'scale(0.5)' },
      { opacity: 1, transform: 'scale(1)', offset: 0.4 },
      { opacity: 0, transform: 'scale(1.15)' },
    ],
    { duration: FIGHT_MS, delay, fill: 'both', easing: 'ease-out' },
  );
  animation.onfinish = () => place.remove();
}
