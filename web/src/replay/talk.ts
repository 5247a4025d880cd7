/** Where in a game something was said. */

import type { Millis, Said } from '../api/types';

export interface PlacedLine {
  readonly said: Said;
  /** How many actions had been made. */
  readonly position: number;
}

/** `times`: milliseconds from the start to each action. */
export function placed(talk: readonly Said[], started: Millis, times: readonly number[]): PlacedLine[] {
  return talk.map((said) => {
    const later = times.findIndex((time) => started + time > said.at);
    return { said, position: later === -1 ? times.length : later };
  });
}
