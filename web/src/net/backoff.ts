/** When to try again. */

const FIRST_MS = 400;
const LAST_MS = 15_000;

/** Doubles with each attempt; half of it by chance, so that a thousand clients do not come back at one moment. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(LAST_MS, FIRST_MS * 2 ** attempt);
  return full / 2 + (random() * full) / 2;
}
