/** Going to a point by typing its name: `r33`, `n5`, or `33` in the own field. */

import type { Point } from '../board';

export interface Typed {
  /** What was typed so far of a name that is not whole yet. */
  readonly begun: string;
  /** The name, once it is whole. */
  readonly point: Point | null;
}

export const NOTHING_TYPED: Typed = { begun: '', point: null };
/** Whoever waits longer begins anew. */
export const TYPING_MS = 2000;

/** @param own the letter of the field that figures alone mean */
export function typed(begun: string, key: string, own: string): Typed {
  const small = key.toLowerCase();
  if (/^[rpbgn]$/.test(small)) return { begun: small, point: null };
  if (!/^[1-9]$/.test(key)) return NOTHING_TYPED;
  const name = begun + key;
  if (/^n[1-9]$/.test(name) || /^[rpbg]\d\d$/.test(name)) return { begun: '', point: name };
  if (/^\d\d$/.test(name)) return { begun: '', point: own + name };
  return { begun: name, point: null };
}
