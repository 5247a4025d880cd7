/** How a player likes the table; remembered on this device, and told to whoever keeps it with the account. */

import { FACES, type Face } from './faces';

export const CONFIRM = ['at-once', 'ask'] as const;
export type ConfirmMoves = (typeof CONFIRM)[number];

/** What was chosen of the preferences, called as an account keeps them; null is nothing yet. */
export interface Chosen {
  readonly face: Face | null;
  readonly confirm_moves: ConfirmMoves | null;
}

let chosen = $state.raw<Chosen>({
  face: known(FACES, localStorage.getItem('siguo.face')),
  confirm_moves: known(CONFIRM, localStorage.getItem('siguo.confirm')),
});

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
  get chosen(): Chosen {
    return chosen;
  },
  /** Takes over what is kept elsewhere, as far as it says anything. */
  takeOver({ face, confirm_moves }: Partial<Chosen>): void {
    chosen = {
      face: face ?? chosen.face,
      confirm_moves: confirm_moves ?? chosen.confirm_moves,
    };
    if (face) localStorage.setItem('siguo.face', face);
    if (confirm_moves) localStorage.setItem('siguo.confirm', confirm_moves);
  },
};

/** What an account keeps, as far as it is known here: another version of the client may have written it. */
export function readChosen(kept: Readonly<Record<string, unknown>>): Chosen {
  return { face: known(FACES, kept['face']), confirm_moves: known(CONFIRM, kept['confirm_moves']) };
}

function known<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((one) => one === value) ?? null;
}
