/** How a player likes the table; remembered on this device, and told to whoever keeps it with the account. */

import { FACES, type Face } from './faces';

export const CONFIRM = ['at-once', 'ask'] as const;
export type ConfirmMoves = (typeof CONFIRM)[number];

/** The preferences as an account keeps them. */
export interface Preferences {
  readonly face: Face;
  readonly confirm_moves: ConfirmMoves;
}

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
  get all(): Preferences {
    return { face, confirm_moves: confirmMoves };
  },
  /** Takes over what is kept elsewhere, as far as it is known here: another version of the client may have written it. */
  takeOver(kept: Readonly<Record<string, unknown>>): void {
    prefs.face = FACES.find((value) => value === kept['face']) ?? face;
    prefs.confirmMoves = CONFIRM.find((value) => value === kept['confirm_moves']) ?? confirmMoves;
  },
};

/** What was chosen before, else the first. */
function remembered<T extends string>(key: string, values: readonly [T, ...T[]]): T {
  return values.find((value) => value === localStorage.getItem(key)) ?? values[0];
}
