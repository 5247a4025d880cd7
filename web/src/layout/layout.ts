/** An army as it is set up (RULES §3): its text form, its faults, its mirror image, a random one. */

import type { LayoutFault } from '../api/types';

import { COUNTS, isPiece, PIECES, type PieceCode } from './pieces';

export type Fault = LayoutFault;

/** A spot of a field: row 1 (front) to 6 and column 1 (the owner's left) to 5, as in `63`. */
export type Spot = string;
/** Which piece stands where. Camps are absent. */
export type Layout = ReadonlyMap<Spot, PieceCode>;

/** The fault and, where it has a place, the spots it is about. */
export interface Finding {
  readonly fault: Fault;
  readonly spots: readonly Spot[];
}

export interface LayoutRules {
  readonly bombsFrontRow: 'allowed' | 'forbidden';
}

const DEFAULT_RULES: LayoutRules = { bombsFrontRow: 'forbidden' };
const CAMPS: ReadonlySet<Spot> = new Set(['22', '24', '33', '42', '44']);
const HEADQUARTERS: readonly Spot[] = ['62', '64'];

/** All spots of a field, front to rear, left to right. */
const ALL_SPOTS: readonly Spot[] = [1, 2, 3, 4, 5, 6].flatMap((row) =>
  [1, 2, 3, 4, 5].map((col) => `${row}${col}`),
);
/** The 25 of them that are set up. */
export const SPOTS: readonly Spot[] = ALL_SPOTS.filter((spot) => !CAMPS.has(spot));

export type Parsed =
  { readonly t: 'legal'; readonly layout: Layout } | { readonly t: 'faulty'; readonly finding: Finding };

/** Reads a layout text; the first fault that applies, if any. */
export function parseLayout(text: string, rules: LayoutRules = DEFAULT_RULES): Parsed {
  const rows = text.split('/').map((row) =>
    row
      .trim()
      .split(/\s+/)
      .filter((code) => code !== ''),
  );
  if (rows.length !== 6 || rows.some((row) => row.length !== 5)) return faulty('shape', []);
  const codes = new Map(ALL_SPOTS.map((spot, index) => [spot, rows.flat()[index] as string]));
  const spotsWith = (wrong: (spot: Spot, code: string) => boolean): Spot[] =>
    ALL_SPOTS.filter((spot) => wrong(spot, codes.get(spot) as string));

  const unknown = spotsWith((_, code) => code !== '--' && !isPiece(code));
  if (unknown.length > 0) return faulty('unknown-piece', unknown);
  const gaps = spotsWith((spot, code) => CAMPS.has(spot) !== (code === '--'));
  if (gaps.length > 0) return faulty('camp-or-gap', gaps);

  const layout = new Map<Spot, PieceCode>();
  for (const [spot, code] of codes) if (isPiece(code)) layout.set(spot, code);
  const finding = checkLayout(layout, rules);
  return finding === null ? { t: 'legal', layout } : { t: 'faulty', finding };
}

/** What is wrong with pieces that stand on the right kind of spots. */
export function checkLayout(layout: Layout, rules: LayoutRules = DEFAULT_RULES): Finding | null {
  const where = (wrong: (spot: Spot, code: PieceCode) => boolean): Spot[] =>
    [...layout].filter(([spot, code]) => wrong(spot, code)).map(([spot]) => spot);

  if (SPOTS.some((spot) => !layout.has(spot)))
    return { fault: 'camp-or-gap', spots: SPOTS.filter((spot) => !layout.has(spot)) };
  const miscounted = PIECES.filter((code) => where((_, at) => at === code).length !== COUNTS[code]);
  if (miscounted.length > 0) {
    return { fault: 'piece-count', spots: where((_, code) => miscounted.includes(code)) };
  }
  const flags = where((spot, code) => code === '07' && !HEADQUARTERS.includes(spot));
  if (flags.length > 0) return { fault: 'flag-outside-headquarters', spots: flags };
  const mines = where((spot, code) => code === '41' && rowOf(spot) < 5);
  if (mines.length > 0) return { fault: 'mine-before-row-five', spots: mines };
  const bombs = where((spot, code) => code === '00' && rowOf(spot) === 1);
  if (bombs.length > 0 && rules.bombsFrontRow === 'forbidden')
    return { fault: 'bomb-in-front-row', spots: bombs };
  return null;
}

/** The text form: rows front to rear apart by ` / `, camps as `--`. */
export function formatLayout(layout: Layout): string {
  return [1, 2, 3, 4, 5, 6]
    .map((row) => [1, 2, 3, 4, 5].map((column) => layout.get(`${row}${column}`) ?? '--').join(' '))
    .join(' / ');
}

/** 左右对调: left becomes right. */
export function mirrored(layout: Layout): Layout {
  return new Map([...layout].map(([spot, code]) => [`${spot.charAt(0)}${6 - Number(spot.charAt(1))}`, code]));
}

/** Two spots exchange what stands on them. */
export function swapped(layout: Layout, a: Spot, b: Spot): Layout {
  const next = new Map(layout);
  const [one, other] = [layout.get(a), layout.get(b)];
  if (one === undefined || other === undefined) return layout;
  return next.set(a, other).set(b, one);
}

/** How many spots differ. */
export function difference(a: Layout, b: Layout): number {
  return SPOTS.filter((spot) => a.get(spot) !== b.get(spot)).length;
}

/**
 * A legal layout by lot.
 * @param random numbers from 0 up to, not including, 1
 */
export function randomLayout(random: () => number, rules: LayoutRules = DEFAULT_RULES): Layout {
  const layout = new Map<Spot, PieceCode>();
  const free = new Set(SPOTS);
  const put = (code: PieceCode, allowed: (spot: Spot) => boolean): void => {
    for (let left = COUNTS[code]; left > 0; left -= 1) {
      const spots = [...free].filter(allowed);
      const spot = spots[Math.floor(random() * spots.length)] as Spot;
      layout.set(spot, code);
      free.delete(spot);
    }
  };
  // The choosiest first, so that the others always find room.
  put('07', (spot) => HEADQUARTERS.includes(spot));
  put('41', (spot) => rowOf(spot) >= 5);
  put('00', (spot) => rowOf(spot) > 1 || rules.bombsFrontRow === 'allowed');
  for (const code of PIECES) if (!['07', '41', '00'].includes(code)) put(code, () => true);
  return layout;
}

function rowOf(spot: Spot): number {
  return Number(spot.charAt(0));
}

function faulty(fault: Fault, spots: readonly Spot[]): Parsed {
  return { t: 'faulty', finding: { fault, spots } };
}
