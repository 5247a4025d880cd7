/** 翻棋: whether the shuffle is the one that was committed to before the first flip (docs/protocol.md). */

import type { GameId, Opened } from '../api/types';
import { tabStorage } from '../storage';

/** `unknown`: there is nothing to check, or the browser can't: it hashes on secure pages alone. */
export type Check = 'fits' | 'differs' | 'unknown';

export async function checkSeal(
  commitment: string | null,
  { nonce, shuffled }: Pick<Opened, 'nonce' | 'shuffled'>,
): Promise<Check> {
  if (commitment === null || nonce === null) return commitment === null ? 'unknown' : 'differs';
  // Not there on pages that are not secure, whatever the types say.
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return 'unknown';
  const text = `${nonce}:${JSON.stringify(shuffled)}`;
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === commitment ? 'fits' : 'differs';
}

const KEY = 'siguo.commitment';

/** The first commitment that this page was told for a game: another one later is no commitment. */
export function firstSeal(game: GameId, told: string | null): string | null {
  const [of, kept] = (tabStorage.getItem(KEY) ?? '').split('\n');
  if (of === game && kept !== undefined) return kept;
  if (told !== null) tabStorage.setItem(KEY, `${game}\n${told}`);
  return told;
}
