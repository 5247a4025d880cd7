/**
 * The board: state in, one render pass, events out. It knows neither the rules nor the app: what may move where,
 * what is written on a piece and how a point is called comes from outside.
 */

import './board.css';

import { fieldPoint, geometry, type Point } from './geometry';
import { drawGround } from './ground';
import { play, settle, wantsMotion, type Stage } from './motion';
import { drawMarks, drawWay } from './overlay';
import { nearestPoint, pick, pickTarget, type Pick } from './pick';
import { drawPiece, signature } from './pieces';
import { listenToPointers } from './pointer';
import { CELL, project, spotOf, type Box, type Projection, type Spot } from './projection';
import { createSpots, type Spots } from './spots';
import { EMPTY, type BoardOptions, type BoardState, type PointUse } from './state';
import { svg, translate } from './svg';
import { lensTransform, panned, revealing, WHOLE, zoomed, type Lens } from './zoom';

export interface Board {
  /** Carries state and words on; what is not named stays. Drawn once, and only if something is another than before. */
  set(change: Partial<BoardState & Words>): void;
  readonly state: BoardState;
  /** Says something to a screen reader, once. */
  announce(text: string): void;
  /** Leads the keyboard to a point. */
  focus(point: Point): void;
  resetZoom(): void;
  destroy(): void;
}

type Words = { readonly [K in 'label' | 'describe']: BoardOptions[K] };

interface Drawn {
  readonly node: SVGGElement;
  readonly look: string;
}

export function createBoard(element: HTMLElement, given: BoardOptions): Board {
  let options = given;
  let state: BoardState = { ...EMPTY, bottom: given.bottom };
  let projection: Projection = project(given.kind, given.bottom);
  let lens: Lens = WHOLE;
  let drawn = new Map<Point, Drawn>();

  // What is drawn is said by the grid of points; its letters would be heard twice.
  const layer = (name: string): SVGGElement => svg('g', { class: name, 'aria-hidden': 'true' });
  const under = layer('under');
  const pieces = layer('pieces');
  const over = layer('over');
  const effects = layer('effects');
  const stage: Stage = { layer: effects, running: [] };
  const held = layer('held');
  const view = svg('g', { class: 'view' });
  const root = svg('svg', { class: 'siguo-board', role: 'presentation' }, view);
  const live = document.createElement('div');
  live.className = 'siguo-board-live';
  live.setAttribute('aria-live', 'polite');
  element.append(root, live);
  let spots: Spots | undefined;
  lay();
  const stopListening = listenToPointers(root, {
    toFrame,
    pixelsPerUnit,
    pickAt: (at, reach) =>
      pick(state, projection, toPicture(at), Math.max(0.72 * CELL, reach / pixelsPerUnit())),
    act,
    isPointing: (shift) => state.aiming === 'next' || (shift && state.aiming === 'shift'),
    pointOut,
    canDrag: (what) => (what.t === 'own' ? what.at : null),
    dragTo,
    drop,
    zoom: (by, around) => look(zoomed(lens, by, around, frame())),
    pan: (dx, dy) => look(panned(lens, dx, dy, frame())),
    isZoomed: () => lens.scale > 1,
    resetZoom: () => look(WHOLE),
  });

  function frame(): Box {
    return options.frame === 'board' ? projection.box : projection.field;
  }

  /** Everything that depends on who sits at the bottom. */
  function lay(): void {
    const { x, y, width, height } = frame();
    root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    root.style.aspectRatio = `${width} / ${height}`;
    drawn = new Map();
    pieces.replaceChildren();
    const before = spots?.focused() ?? null;
    const points = geometry(options.kind).places.filter(
      ({ seat }) => options.frame === 'board' || seat === state.bottom,
    );
    const names = points.map(({ name }) => name);
    spots = createSpots(projection, names, fieldPoint(state.bottom, 1, 3), {
      act: (point) => act(exactPick(point)),
      cancel: dismiss,
      stops: () => stops(),
      focused: (point) => look(revealing(lens, spotOf(projection, point), frame(), CELL)),
      zoom: (by) => look(zoomed(lens, by, { x: 0, y: 0 }, frame())),
    });
    spots.name(options.label);
    const ground = drawGround(projection);
    ground.setAttribute('aria-hidden', 'true');
    view.replaceChildren(ground, under, pieces, over, effects, held, spots.layer);
    look(WHOLE);
    if (before !== null && names.includes(before)) spots.focus(before);
  }

  function look(next: Lens): void {
    lens = next;
    view.setAttribute('transform', lensTransform(lens));
    root.classList.toggle('zoomed', lens.scale > 1);
  }

  function set({ label, describe, ...change }: Partial<BoardState & Words>): void {
    const before = state;
    const spoken = options;
    options = { ...options, label: label ?? options.label, describe: describe ?? options.describe };
    state = { ...state, ...change };
    if (same(state, before) && same(options, spoken)) return;
    spots?.name(options.label);
    if (state.bottom !== before.bottom) {
      projection = project(options.kind, state.bottom);
      lay();
    }
    const gone = state.selected !== null && !state.pieces.some((piece) => piece.at === state.selected);
    if (gone) state = { ...state, selected: null };
    const turned = before.bottom !== state.bottom;
    const forward = state.last !== null && state.last.no === (before.last?.no ?? NaN) + 1;
    // What changes beside an action (a selection, an answer of the server) leaves its motion alone.
    if (turned || state.last?.no !== before.last?.no) {
      settle(stage);
    }
    render();
    if (forward && !turned && state.motion === 'on' && wantsMotion()) {
      play(before, state, projection, new Map([...drawn].map(([at, { node }]) => [at, node])), stage);
    }
    if (gone) options.onSelect?.(null);
  }

  function render(): void {
    const next = new Map<Point, Drawn>();
    for (const piece of state.pieces) {
      const look = signature(piece);
      const old = drawn.get(piece.at);
      const node = old?.look === look ? old.node : drawPiece(piece);
      if (node !== old?.node) {
        const { x, y } = spotOf(projection, piece.at);
        node.style.transform = translate(x, y);
        old?.node.remove();
        pieces.append(node);
      }
      node.classList.toggle('lifted', piece.at === state.selected && state.moves.has(piece.at));
      next.set(piece.at, { node, look });
    }
    for (const [at, { node }] of drawn) if (!next.has(at)) node.remove();
    drawn = next;
    under.replaceChildren(...drawWay(state, projection));
    over.replaceChildren(...drawMarks(state, projection, options));
    const known = new Map(state.pieces.map((piece) => [piece.at, piece]));
    spots?.describe((point) => options.describe(point, known.get(point), useOf(point)), state.selected);
  }

  function useOf(point: Point): PointUse {
    const targets = state.selected === null ? undefined : state.moves.get(state.selected);
    if (targets?.includes(point)) return 'target';
    if (state.tense === 'ahead') return 'none';
    if (state.flips.has(point)) return 'flip';
    return state.moves.has(point) ? 'movable' : 'none';
  }

  function select(at: Point | null): void {
    if (at === state.selected) return;
    state = { ...state, selected: at };
    render();
    options.onSelect?.(at);
  }

  function act(what: Pick): void {
    const from = state.selected;
    switch (what.t) {
      case 'target':
        if (from === null) return;
        select(null);
        options.onMove?.(from, what.at);
        return;
      case 'flip':
        // Whoever leads a piece there means to attack; a flip can't be taken back, so it is a touch of its own.
        if (tries(what.at)) return;
        select(null);
        options.onFlip?.(what.at);
        return;
      case 'other':
        if (tries(what.at)) return;
        if (what.at === from) dismiss();
        else select(what.at);
        return;
      case 'own':
        if (what.at === from) dismiss();
        else select(what.at);
        return;
      case 'nothing':
        dismiss();
        return;
    }
  }

  function tries(at: Point): boolean {
    const from = state.selected;
    if (options.onTry === undefined || from === null || !state.moves.has(from)) return false;
    select(null);
    options.onTry(from, at);
    return true;
  }

  function pointOut(from: Spot, to: Spot): void {
    const nearest = (spot: Spot): Point | null => nearestPoint(projection, toPicture(spot), 0.72 * CELL);
    const [at, end] = [nearest(from), nearest(to)];
    if (at !== null) options.onPoint?.(at, end === at ? null : end);
  }

  function dismiss(): void {
    const { selected } = state;
    select(null);
    options.onDismiss?.(selected);
  }

  /** The keyboard means the very point it stands on. */
  function exactPick(point: Point): Pick {
    return pick(state, projection, spotOf(projection, point), 1);
  }

  function stops(): readonly Point[] {
    const targets = state.selected === null ? undefined : state.moves.get(state.selected);
    return targets ?? [...state.moves.keys(), ...state.flips];
  }

  function dragTo(from: Point, at: Spot, finger: boolean): void {
    const node = drawn.get(from)?.node;
    if (node === undefined) return;
    if (held.firstChild === null) {
      select(from);
      const ghost = drawn.get(from)?.node.cloneNode(true) as SVGGElement;
      ghost.classList.add('dragged');
      held.append(ghost);
      drawn.get(from)?.node.classList.add('away');
    }
    const { x, y } = toPicture(at);
    const above = finger ? 34 / pixelsPerUnit() : 0;
    (held.firstChild as SVGGElement).style.transform = translate(x, y - above);
  }

  function drop(from: Point, at: Spot | null): void {
    held.replaceChildren();
    drawn.get(from)?.node.classList.remove('away');
    const reach = Math.max(0.72 * CELL, 22 / pixelsPerUnit());
    const to = at === null ? null : pickTarget(state, projection, from, toPicture(at), reach);
    if (to === null) return;
    select(null);
    options.onMove?.(from, to);
  }

  function toFrame(clientX: number, clientY: number): Spot | null {
    const matrix = root.getScreenCTM();
    if (matrix === null) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  function toPicture(at: Spot): Spot {
    return { x: (at.x - lens.x) / lens.scale, y: (at.y - lens.y) / lens.scale };
  }

  function pixelsPerUnit(): number {
    return (root.getScreenCTM()?.a ?? 1) * lens.scale;
  }

  return {
    set,
    get state() {
      return state;
    },
    announce(text) {
      // A new element each time, so that the same words are heard again.
      const line = document.createElement('p');
      line.textContent = text;
      live.replaceChildren(line);
    },
    focus: (point) => spots?.focus(point),
    resetZoom: () => look(WHOLE),
    destroy() {
      stopListening();
      root.remove();
      live.remove();
    },
  };
}

function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}
