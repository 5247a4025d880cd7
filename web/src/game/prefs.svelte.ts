/** How a player likes the table; remembered on this device, and told to whoever keeps it with the account. */

import { FACES, type Face } from './faces';
import { deviceStorage } from '../storage';

export const CONFIRM = ['at-once', 'ask'] as const;
export type ConfirmMoves = (typeof CONFIRM)[number];

/** What the board is made of; its colours stand in `theme/boards.css`. */
export const BOARDS = ['paper', 'wood', 'ink'] as const;
export type BoardTheme = (typeof BOARDS)[number];

/** What may be chosen, called as an account keeps it; the first holds for whoever has chosen nothing. */
const VALUES = { face: FACES, confirm_moves: CONFIRM, board: BOARDS } as const;
const KEPT_AS = { face: 'siguo.face', confirm_moves: 'siguo.confirm', board: 'siguo.board' } as const;

/** What was chosen of the preferences; null is nothing yet. */
export type Chosen = { readonly [Key in keyof typeof VALUES]: (typeof VALUES)[Key][number] | null };

export const PREFERENCES = Object.keys(VALUES) as readonly (keyof Chosen)[];

let chosen = $state.raw<Chosen>(eachOf((key) => known(VALUES[key], deviceStorage.getItem(KEPT_AS[key]))));

/** Nobody who has chosen nothing is held to the first ones on another device. */
export const prefs = {
  get face(): Face {
    return chosen.face ?? FACES[0];
  },
  set face(face) {
    prefs.takeOver({ face });
  },
  get confirmMoves(): ConfirmMoves {
    return chosen.confirm_moves ?? CONFIRM[0];
  },
  set confirmMoves(value) {
    prefs.takeOver({ confirm_moves: value });
  },
  get board(): BoardTheme {
    return chosen.board ?? BOARDS[0];
  },
  set board(board) {
    prefs.takeOver({ board });
  },
  get chosen(): Chosen {
    return chosen;
  },
  /** Takes over what is kept elsewhere, as far as it says anything. */
  takeOver(says: Partial<Chosen>): void {
    chosen = eachOf((key) => says[key] ?? chosen[key]);
    for (const key of PREFERENCES) if (says[key]) deviceStorage.setItem(KEPT_AS[key], says[key]);
  },
};

/** What an account keeps, as far as it is known here: another version of the client may have written it. */
export function readChosen(kept: Readonly<Record<string, unknown>>): Chosen {
  return eachOf((key) => known(VALUES[key], kept[key]));
}

/** The same of each preference. */
export function eachOf(value: (key: keyof Chosen) => Chosen[keyof Chosen]): Chosen {
  return Object.fromEntries(PREFERENCES.map((key) => [key, value(key)])) as unknown as Chosen;
}

function known<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((one) => one === value) ?? null;
}
