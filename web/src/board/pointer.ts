/** Fingers and mouse: tap and tap, drag, pinch, wheel, double tap. The page under the board never moves. */

import type { Point } from './geometry';
import type { Pick } from './pick';
import type { Spot } from './projection';

export interface Surface {
  /** From the window to the frame, in board units, before the lens. */
  toFrame(clientX: number, clientY: number): Spot | null;
  /** How many screen pixels a board unit takes as it is shown now. */
  pixelsPerUnit(): number;
  pickAt(frame: Spot, reachPixels: number): Pick;
  act(pick: Pick): void;
  /** Whether a touch, with or without Shift, points something out. */
  isPointing(shift: boolean): boolean;
  /** Points out what lies nearest to where the touch began, or the way to where it ended. */
  pointOut(from: Spot, to: Spot): void;
  canDrag(pick: Pick): Point | null;
  dragTo(from: Point, frame: Spot, finger: boolean): void;
  drop(from: Point, frame: Spot | null): void;
  zoom(by: number, around: Spot): void;
  pan(dx: number, dy: number): void;
  isZoomed(): boolean;
  resetZoom(): void;
}

/** A finger covers about this much around its middle. */
const FINGER = 26;
const MOUSE = 18;
const DRAG_FROM = 7;
/** So far in that the smallest letters can be read on a narrow phone. */
const DOUBLE_BY = 2.4;
const DOUBLE_MS = 300;
const DOUBLE_AWAY = 24;

interface Held {
  readonly id: number;
  readonly start: Spot;
  at: Spot;
  readonly pick: Pick;
  mode: 'pressed' | 'pointing' | 'dragging' | 'panning' | 'pinching';
}

export function listenToPointers(target: SVGSVGElement, surface: Surface): () => void {
  const held = new Map<number, Held>();
  let lastTap = { time: -Infinity, x: 0, y: 0, pick: '' };

  const reachOf = (event: PointerEvent): number => (event.pointerType === 'mouse' ? MOUSE : FINGER);

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const frame = surface.toFrame(event.clientX, event.clientY);
    if (frame === null) return;
    if (event.cancelable) event.preventDefault();
    target.setPointerCapture(event.pointerId);
    const at = { x: event.clientX, y: event.clientY };
    const pick = surface.pickAt(frame, reachOf(event));
    const mode = surface.isPointing(event.shiftKey) ? 'pointing' : 'pressed';
    held.set(event.pointerId, { id: event.pointerId, start: at, at, pick, mode });
    if (held.size === 2) {
      for (const one of held.values()) {
        if (one.mode === 'dragging') cancelDrag(one);
        one.mode = 'pinching';
      }
    }
  }

  function move(event: PointerEvent): void {
    const one = held.get(event.pointerId);
    if (one === undefined) return;
    const before = one.at;
    const at = { x: event.clientX, y: event.clientY };
    if (one.mode === 'pinching') {
      pinch(one, at);
      return;
    }
    if (one.mode === 'pressed' && Math.hypot(at.x - one.start.x, at.y - one.start.y) > DRAG_FROM) {
      one.mode = surface.canDrag(one.pick) !== null ? 'dragging' : 'panning';
    }
    one.at = at;
    if (one.mode === 'dragging') {
      const from = surface.canDrag(one.pick);
      const frame = surface.toFrame(at.x, at.y);
      if (from !== null && frame !== null) surface.dragTo(from, frame, event.pointerType !== 'mouse');
    } else if (one.mode === 'panning') {
      const a = surface.toFrame(before.x, before.y);
      const b = surface.toFrame(at.x, at.y);
      if (a !== null && b !== null) surface.pan(b.x - a.x, b.y - a.y);
    }
  }

  function pinch(one: Held, at: Spot): void {
    const other = [...held.values()].find((each) => each.id !== one.id);
    const before = { ...one.at };
    one.at = at;
    if (other === undefined) return;
    const was = Math.hypot(before.x - other.at.x, before.y - other.at.y);
    const now = Math.hypot(at.x - other.at.x, at.y - other.at.y);
    const oldMiddle = surface.toFrame((before.x + other.at.x) / 2, (before.y + other.at.y) / 2);
    const middle = surface.toFrame((at.x + other.at.x) / 2, (at.y + other.at.y) / 2);
    if (oldMiddle === null || middle === null || was < 1) return;
    surface.pan(middle.x - oldMiddle.x, middle.y - oldMiddle.y);
    surface.zoom(now / was, middle);
  }

  function up(event: PointerEvent): void {
    const one = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (one === undefined) return;
    if (one.mode === 'dragging') {
      const from = surface.canDrag(one.pick);
      if (from !== null) surface.drop(from, surface.toFrame(event.clientX, event.clientY));
    } else if (one.mode === 'pointing') {
      const from = surface.toFrame(one.start.x, one.start.y);
      const to = surface.toFrame(event.clientX, event.clientY);
      if (from !== null && to !== null) surface.pointOut(from, to);
    } else if (one.mode === 'pressed') {
      tap(event, one);
    }
  }

  function tap(event: PointerEvent, one: Held): void {
    const name = one.pick.t === 'nothing' ? '' : `${one.pick.t} ${one.pick.at}`;
    const near = Math.hypot(one.at.x - lastTap.x, one.at.y - lastTap.y) < DOUBLE_AWAY;
    const harmless = one.pick.t !== 'target' && one.pick.t !== 'flip';
    if (harmless && near && name === lastTap.pick && event.timeStamp - lastTap.time < DOUBLE_MS) {
      lastTap = { time: -Infinity, x: 0, y: 0, pick: '' };
      const frame = surface.toFrame(one.at.x, one.at.y);
      if (surface.isZoomed()) surface.resetZoom();
      else if (frame !== null && event.pointerType !== 'mouse') surface.zoom(DOUBLE_BY, frame);
      return;
    }
    lastTap = { time: event.timeStamp, x: one.at.x, y: one.at.y, pick: name };
    surface.act(one.pick);
  }

  function cancel(event: PointerEvent): void {
    const one = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (one?.mode === 'dragging') cancelDrag(one);
  }

  function cancelDrag(one: Held): void {
    const from = surface.canDrag(one.pick);
    if (from !== null) surface.drop(from, null);
  }

  function wheel(event: WheelEvent): void {
    const frame = surface.toFrame(event.clientX, event.clientY);
    if (frame === null) return;
    event.preventDefault();
    surface.zoom(Math.exp(-event.deltaY / 400), frame);
  }

  target.addEventListener('pointerdown', down);
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', up);
  target.addEventListener('pointercancel', cancel);
  target.addEventListener('wheel', wheel, { passive: false });
  return () => {
    target.removeEventListener('pointerdown', down);
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', up);
    target.removeEventListener('pointercancel', cancel);
    target.removeEventListener('wheel', wheel);
  };
}
