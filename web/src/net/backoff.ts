/** When to try again. */

const FIRST_MS = 400;
const LAST_MS = 15_000;

/** Doubles with each attempt; half of it by chance, so that a thousand clients do not come back at one moment. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(LAST_MS, FIRST_MS * 2 ** attempt);
  return full / 2 + (random() * full) / 2;
}

const RESTART_FIRST_MS = 500;
const RESTART_SPREAD_MS = 1_500;
const RESTART_ATTEMPTS = 240;

/** When to try again while the server restarts: evenly, for five minutes, since whoever is on turn wants to move as soon as it is back. */
export function restartPause(attempt: number, random: () => number): number {
  if (attempt < RESTART_ATTEMPTS) return RESTART_FIRST_MS + random() * RESTART_SPREAD_MS;
  return backoff(attempt - RESTART_ATTEMPTS, random);
}
