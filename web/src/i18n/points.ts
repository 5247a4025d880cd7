/** Names of points in words: `红63`, `N5`, and what players call the place. */

import type { Seat, SeenPiece } from '../api/types';

import type { PlaceWord } from './kinds';
import type { Catalogue } from './zh';

const SEAT_OF: Record<string, Seat> = { r: 'red', p: 'purple', b: 'blue', g: 'green' };

const SPOTS: Readonly<Record<string, PlaceWord>> = {
  '11': 'tip',
  '15': 'tip',
  '12': 'brow',
  '14': 'brow',
  '13': 'browMiddle',
  '22': 'leftFrontCamp',
  '23': 'throat',
  '24': 'rightFrontCamp',
  '32': 'leftFlank',
  '33': 'middleCamp',
  '34': 'rightFlank',
  '42': 'leftRearCamp',
  '43': 'navel',
  '44': 'rightRearCamp',
  '51': 'corner',
  '52': 'platform',
  '53': 'platformMiddle',
  '54': 'platform',
  '55': 'corner',
  '61': 'bottom',
  '62': 'headquarters',
  '63': 'bottomMiddle',
  '64': 'headquarters',
  '65': 'bottom',
};
const ROWS: readonly PlaceWord[] = ['row1', 'row2', 'row3', 'row4', 'row5', 'row6'];

/** What the rear of a field is called on the flag's side, and on the other. */
const BY_FLAG: Readonly<Record<string, readonly [beside: PlaceWord, away: PlaceWord]>> = {
  corner: ['flagCorner', 'emptyCorner'],
  bottom: ['flagBottom', 'emptyBottom'],
  platform: ['flagPlatform', 'emptyPlatform'],
  headquarters: ['headquarters', 'emptyHeadquarters'],
  leftRearCamp: ['flagCamp', 'leftRearCamp'],
  rightRearCamp: ['flagCamp', 'rightRearCamp'],
};

/** Which headquarters holds the flag, by the letter of the field: as far as one sees it. */
export type Flags = ReadonlyMap<string, string>;

export function flagsOf(pieces: readonly SeenPiece[]): Flags {
  const shown = pieces.filter(({ at, army, piece }) => piece === '07' && seatOfPoint(at) === army);
  return new Map(shown.map(({ at }) => [at.charAt(0), at]));
}

export function seatOfPoint(point: string): Seat | null {
  return SEAT_OF[point.charAt(0)] ?? null;
}

/** As players write it. */
export function pointName(words: Catalogue, point: string): string {
  const seat = seatOfPoint(point);
  return seat === null ? words.palacePoint(point.slice(1)) : words.fieldPoint(seat, point.slice(1));
}

/** As players call it. The rear of a field is named by its flag, where that is seen. */
export function placeName(words: Catalogue, point: string, flags: Flags = new Map()): string {
  if (seatOfPoint(point) === null) {
    const number = Number(point.slice(1));
    return words.placeNames[number === 5 ? 'heart' : number % 2 === 1 ? 'star' : 'edge'];
  }
  const word = SPOTS[point.slice(1)] ?? ROWS[Number(point.charAt(1)) - 1];
  if (word === undefined) return '';
  const flag = flags.get(point.charAt(0));
  const sides = BY_FLAG[word];
  if (flag === undefined || sides === undefined) return words.placeNames[word];
  // Columns 1 and 2 lie on the side of 62, 4 and 5 on that of 64.
  const beside = Number(point.charAt(2)) < 3 === flag.endsWith('62');
  return words.placeNames[beside ? sides[0] : sides[1]];
}
