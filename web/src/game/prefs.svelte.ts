/** How a player likes the table; remembered on this device. */

import { FACES, type Face } from './faces';

export const CONFIRM = ['at-once', 'ask'] as const;
export type ConfirmMoves = (typeof CONFIRM)[number];

let face = $state<Face>(remembered('siguo.face', FACES));
let confirmMoves = $state<ConfirmMoves>(remembered('siguo.confirm', CONFIRM));

export const prefs = {
  get face() {
    return face;
  },
  set face(value) {
    face = value;
    localStorage.setItem('siguo.face', value);
  },
  get confirmMoves() {
    return confirmMoves;
  },
  set confirmMoves(value) {
    confirmMoves = value;
    localStorage.setItem('siguo.confirm', value);
  },
};

/** What was chosen before, else the first. */
function remembered<T extends string>(key: string, values: readonly [T, ...T[]]): T {
  return values.find((value) => value === localStorage.getItem(key)) ?? values[0];
}
