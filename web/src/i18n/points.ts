/** Names of points in words: `红63`, `N5`, and what players call the place. */

import type { Seat } from '../api/types';

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

export function seatOfPoint(point: string): Seat | null {
  return SEAT_OF[point.charAt(0)] ?? null;
}

/** As players write it. */
export function pointName(words: Catalogue, point: string): string {
  const seat = seatOfPoint(point);
  return seat === null ? words.palacePoint(point.slice(1)) : words.fieldPoint(seat, point.slice(1));
}

/** As players call it. */
export function placeName(words: Catalogue, point: string): string {
  if (seatOfPoint(point) === null) {
    const number = Number(point.slice(1));
    return words.placeNames[number === 5 ? 'heart' : number % 2 === 1 ? 'star' : 'edge'];
  }
  const word = SPOTS[point.slice(1)] ?? ROWS[Number(point.charAt(1)) - 1];
  return word === undefined ? '' : words.placeNames[word];
}
