/** Zoom and pan as pure arithmetic: a lens over the picture, in its own units. */

import type { Box, Spot } from './projection';

export interface Lens {
  readonly scale: number;
  /** Added after scaling. */
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Lens = { scale: 1, x: 0, y: 0 };
const MOST = 4;

export function lensTransform(lens: Lens): string {
  return `translate(${lens.x} ${lens.y}) scale(${lens.scale})`;
}

/** Scales around a spot of the frame, which stays where it is. */
export function zoomed(lens: Lens, by: number, around: Spot, frame: Box): Lens {
  const scale = Math.min(MOST, Math.max(1, lens.scale * by));
  const ratio = scale / lens.scale;
  return within(
    { scale, x: around.x - (around.x - lens.x) * ratio, y: around.y - (around.y - lens.y) * ratio },
    frame,
  );
}

export function panned(lens: Lens, dx: number, dy: number, frame: Box): Lens {
  return within({ ...lens, x: lens.x + dx, y: lens.y + dy }, frame);
}

/** The smallest move that brings a spot of the picture into the frame, with some room around it. */
export function revealing(lens: Lens, spot: Spot, frame: Box, room: number): Lens {
  const shift = (at: number, low: number, high: number): number =>
    at < low ? low - at : at > high ? high - at : 0;
  const x = lens.x + spot.x * lens.scale;
  const y = lens.y + spot.y * lens.scale;
  return panned(
    lens,
    shift(x, frame.x + room, frame.x + frame.width - room),
    shift(y, frame.y + room, frame.y + frame.height - room),
    frame,
  );
}

/** The picture always covers the frame. */
function within(lens: Lens, frame: Box): Lens {
  if (lens.scale <= 1) return WHOLE;
  const clamp = (offset: number, start: number, size: number): number => {
    const most = start - start * lens.scale;
    const least = start + size - (start + size) * lens.scale;
    return Math.min(most, Math.max(least, offset));
  };
  return {
    scale: lens.scale,
    x: clamp(lens.x, frame.x, frame.width),
    y: clamp(lens.y, frame.y, frame.height),
  };
}
