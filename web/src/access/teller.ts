/** What a board may be asked about the game around it, and where its keys lead. Given by the table, taken by the board. */

import { getContext, setContext } from 'svelte';

export type Corner = 'talk' | 'deeds' | 'aids';

export interface Teller {
  /** Whose turn it is, and how much time is left. */
  turn(): string;
  /** What happened last. */
  last(): string;
  go(corner: Corner): void;
}

const KEY = Symbol('teller');

export function giveTeller(teller: Teller): void {
  setContext(KEY, teller);
}

export function takeTeller(): Teller | undefined {
  return getContext<Teller | undefined>(KEY);
}
