/** The board is one surface: a touch picks the nearest thing that makes sense there, never a hopeless point. */

import type { Point } from './geometry';
import { CELL, type Projection, type Spot } from './projection';
import type { BoardState } from './state';

export type Pick =
  | { readonly t: 'target'; readonly at: Point }
  | { readonly t: 'own'; readonly at: Point }
  | { readonly t: 'flip'; readonly at: Point }
  | { readonly t: 'other'; readonly at: Point }
  | { readonly t: 'nothing' };

/** A piece hit this squarely is meant, even if something that can act lies near. */
const SQUARE = 0.46 * CELL;
/** A flip can't be taken back: the piece itself must be meant. */
const FLIP = 0.5 * CELL;

/**
 * @param reach how far from its middle, in board units, something may still be picked
 */
export function pick(state: BoardState, projection: Projection, where: Spot, reach: number): Pick {
  const targets = state.selected === null ? [] : (state.moves.get(state.selected) ?? []);
  const candidates: { pick: Exclude<Pick, { t: 'nothing' }>; away: number }[] = [];
  const add = (t: 'target' | 'own' | 'flip', at: Point): void => {
    const away = distance(projection, at, where);
    if (away <= (t === 'flip' ? Math.min(reach, FLIP) : reach)) candidates.push({ pick: { t, at }, away });
  };
  for (const at of targets) add('target', at);
  for (const at of state.moves.keys()) if (!targets.includes(at)) add('own', at);
  for (const at of state.flips) add('flip', at);
  const nearest = least(candidates);

  const others = state.pieces
    .filter(
      (piece) => !state.moves.has(piece.at) && !state.flips.has(piece.at) && !targets.includes(piece.at),
    )
    .map((piece) => ({
      pick: { t: 'other', at: piece.at } as const,
      away: distance(projection, piece.at, where),
    }))
    .filter(({ away }) => away <= SQUARE);
  const other = least(others);

  // While a move is being made the targets go first; otherwise the nearer thing is meant.
  const margin = targets.length > 0 ? SQUARE : 0;
  if (nearest !== undefined && (other === undefined || nearest.away <= other.away + margin))
    return nearest.pick;
  if (other !== undefined) return other.pick;
  return { t: 'nothing' };
}

/** The point that a spot lies on, whatever stands there. */
export function nearestPoint(projection: Projection, where: Spot, reach: number): Point | null {
  const all = [...projection.spots.keys()].map((at) => ({ at, away: distance(projection, at, where) }));
  return least(all.filter(({ away }) => away <= reach))?.at ?? null;
}

/** Where a dragged piece would land. */
export function pickTarget(
  state: BoardState,
  projection: Projection,
  from: Point,
  where: Spot,
  reach: number,
): Point | null {
  const targets = (state.moves.get(from) ?? [])
    .map((at) => ({ at, away: distance(projection, at, where) }))
    .filter(({ away }) => away <= reach);
  return least(targets)?.at ?? null;
}

function distance(projection: Projection, at: Point, where: Spot): number {
  const spot = projection.spots.get(at);
  return spot === undefined ? Infinity : Math.hypot(spot.x - where.x, spot.y - where.y);
}

function least<T extends { away: number }>(items: readonly T[]): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || item.away < best.away ? item : best),
    undefined,
  );
}
