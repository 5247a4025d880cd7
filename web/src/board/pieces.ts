/** One piece as a picture: the colour and the sign of its army, its name where it is known, the owner's mark. */

import type { Seat } from './geometry';
import { TILE, tile } from './ground';
import type { BoardPiece } from './state';
import { svg } from './svg';

/** Pieces that look the same are copies of one: that is quicker than to put each together. */
const models = new Map<string, SVGGElement>();

export function drawPiece(piece: BoardPiece): SVGGElement {
  // What players write on pieces has no end.
  if (piece.mark !== undefined) return drawAnew(piece);
  const look = signature(piece);
  const model = models.get(look) ?? drawAnew(piece);
  models.set(look, model);
  return model.cloneNode(true) as SVGGElement;
}

function drawAnew(piece: BoardPiece): SVGGElement {
  const group = svg('g', { class: `piece ${piece.army ?? 'face-down'}` });
  const body = svg('g', { class: 'body' }, edge(), tile('face'));
  if (piece.army === null) {
    body.append(svg('circle', { class: 'back', r: 17 }), svg('circle', { class: 'back', r: 8 }));
  } else if (piece.text === null) {
    body.append(sign(piece.army, 14, 0, 0));
  } else {
    body.append(name(piece.text), sign(piece.army, 8, -28.5, -19.5));
  }
  group.append(body);
  if (piece.mark !== undefined) group.append(label('mark', piece.mark));
  else if (piece.hint === '') group.append(dot());
  else if (piece.hint !== undefined) group.append(label('mark hint', piece.hint));
  return group;
}

/** Two pieces with the same signature look the same. */
export function signature(piece: BoardPiece): string {
  return [piece.army, piece.text === null ? 0 : 1, piece.text ?? '', piece.mark ?? '', piece.hint ?? ''].join(
    '\u0000',
  );
}

function edge(): SVGRectElement {
  const { width, height, radius } = TILE;
  return svg('rect', { class: 'edge', x: -width / 2, y: -height / 2 + 6, width, height, rx: radius });
}

function name(text: string): SVGTextElement {
  return svg('text', { class: 'name', y: 7, 'font-size': nameSize(text) }, text);
}

/** Latin letters keep one size, so that a row of names looks even. */
const LATIN_SIZE = 26;

/** The largest size at which the name stays inside the tile. */
export function nameSize(text: string): number {
  const chars = [...text];
  const wide = chars.reduce((sum, char) => sum + (char > '\u2e7f' ? 1 : isDigit(char) ? 0.58 : 0.62), 0);
  const most = chars.some((char) => char <= '\u2e7f' && !isDigit(char)) ? LATIN_SIZE : 46;
  return Math.min(most, Math.floor(70 / wide));
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

/** Red circle, purple diamond, blue square, green triangle. */
export function sign(army: Seat, size: number, x: number, y: number): SVGElement {
  const shape = svg('path', { class: 'sign', d: signPath(army, size) });
  shape.setAttribute('transform', `translate(${x} ${y})`);
  return shape;
}

/** The four signs with about the same area around the origin. */
export function signPath(army: Seat, size: number): string {
  const s = size;
  switch (army) {
    case 'red':
      return `M${-s} 0A${s} ${s} 0 1 1 ${s} 0A${s} ${s} 0 1 1 ${-s} 0Z`;
    case 'purple':
      return `M0 ${-s * 1.3}L${s * 1.3} 0L0 ${s * 1.3}L${-s * 1.3} 0Z`;
    case 'blue':
      return `M${-s * 0.92} ${-s * 0.92}H${s * 0.92}V${s * 0.92}H${-s * 0.92}Z`;
    case 'green':
      return `M0 ${-s * 1.15}L${s * 1.25} ${s * 0.95}H${-s * 1.25}Z`;
  }
}

/** A hint without words. */
function dot(): SVGGElement {
  return svg('g', { class: 'mark hint', transform: 'translate(32 -22)' }, svg('circle', { r: 7 }));
}

function label(className: string, text: string): SVGGElement {
  const width = Math.max(36, 14 + [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 25 : 15), 0));
  return svg(
    'g',
    { class: className, transform: `translate(${34} ${-30})` },
    svg('rect', { x: -width / 2, y: -17, width, height: 34, rx: 17 }),
    svg('text', { y: 1 }, text),
  );
}
