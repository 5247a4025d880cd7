/** A still picture of a part of the board: for explaining, not for playing. */

import './board.css';

import { seatsOf, type BoardKind, type Point } from './geometry';
import { drawGround } from './ground';
import { frame } from './overlay';
import { drawPiece, nameSize } from './pieces';
import { boxOf, CELL, pathData, project, spotOf, type Projection } from './projection';
import type { BoardPiece } from './state';
import { svg, translate } from './svg';

export interface Picture {
  readonly kind: BoardKind;
  /** The picture reaches as far as these points; empty for the whole board. */
  readonly around: readonly Point[];
  readonly pieces: readonly BoardPiece[];
  /** Moves that are made. */
  readonly ways: readonly (readonly Point[])[];
  /** Moves that threaten. */
  readonly threats: readonly (readonly Point[])[];
  /** Points that may be reached. */
  readonly targets: readonly Point[];
  /** Points that the words are about. */
  readonly marked: readonly Point[];
  /** Written on points; a line break starts another line. */
  readonly labels: ReadonlyMap<Point, string>;
  /** Written at the left of points. */
  readonly beside: ReadonlyMap<Point, string>;
}

/** Room for the words at the left. */
const BESIDE = 130;

/** Red sits at the bottom. */
export function drawPicture(picture: Picture, label: string): SVGSVGElement {
  const projection = project(picture.kind, seatsOf(picture.kind)[0] ?? 'red');
  const whole = picture.around.length === 0;
  const { x, y, width, height } = whole ? projection.box : boxOf(picture.around, projection.spots);
  const left = picture.beside.size === 0 ? 0 : BESIDE;
  const box = { x: x - left, y, width: width + left, height };
  const occupied = new Set(picture.pieces.map(({ at }) => at));
  const path = (className: string, route: readonly Point[]): SVGElement =>
    svg('path', { class: className, d: pathData(projection, route) });
  const root = svg(
    'svg',
    {
      class: 'siguo-board still',
      role: 'img',
      'aria-label': label,
      viewBox: [box.x, box.y, box.width, box.height].join(' '),
    },
    drawGround(projection, box),
    ...picture.ways.flatMap((way) => [
      path('way-casing', way),
      path('way', way),
      frame('origin', way[0] as Point, projection, 4),
    ]),
    ...picture.pieces.map((piece) => pieceAt(piece, projection)),
    ...picture.threats.flatMap((way) => [path('planned', way)]),
    ...[...picture.threats, ...picture.ways]
      .map((way) => way.at(-1) as Point)
      .filter((end) => occupied.has(end))
      .map((end) => frame('attack', end, projection, 5)),
    ...picture.targets.map((point) => {
      const { x: cx, y: cy } = spotOf(projection, point);
      return svg('circle', { class: 'target', cx, cy, r: 13 });
    }),
    ...picture.marked.map((point) => frame('selected', point, projection, 5)),
    ...[...picture.labels].map(([point, text]) => labelAt(text, point, projection)),
    ...[...picture.beside].map(([point, text]) => {
      const spot = spotOf(projection, point);
      return svg('text', { class: 'beside', x: spot.x - 0.56 * CELL, y: spot.y }, text);
    }),
  );
  root.style.aspectRatio = `${box.width} / ${box.height}`;
  return root;
}

function pieceAt(piece: BoardPiece, projection: Projection): SVGGElement {
  const { x, y } = spotOf(projection, piece.at);
  const node = drawPiece(piece);
  node.style.transform = translate(x, y);
  return node;
}

function labelAt(text: string, point: Point, projection: Projection): SVGTextElement {
  const { x, y } = spotOf(projection, point);
  const lines = text.split('\n');
  const size = Math.min(24, ...lines.map(nameSize));
  return svg(
    'text',
    { class: 'label', 'font-size': size },
    ...lines.map((line, index) =>
      svg('tspan', { x, y: y + (index - (lines.length - 1) / 2) * size * 1.1 }, line),
    ),
  );
}
