/** Decides how new events are told: each once, politely; with what ends a wait, at once. */

import type { LogEntry } from '../game/log';

/** More than so many at a time are not read out. */
const MOST = 6;

export interface Telling {
  /** Told when the reader is done with what it says. */
  readonly polite: readonly string[];
  /** Told at once. Holds the events that led to it, which would otherwise be cut off by it. */
  readonly assertive: readonly string[];
}

export interface Moment {
  readonly entries: readonly LogEntry[];
  /** Whether one is to move oneself. */
  readonly turn: 'own' | 'other';
  /** How the game ended, in words. */
  readonly result: string | null;
}

export interface HeraldWords {
  readonly goesTo: string;
  readonly sentenceEnd: string;
  readonly missed: (count: number) => string;
  readonly yourTurn: string;
}

export class Herald {
  #no: number;
  #turn: Moment['turn'] = 'other';
  #ended: boolean;

  /** What has happened before is not told. */
  constructor(before: Moment) {
    this.#no = before.entries.at(-1)?.no ?? 0;
    this.#turn = before.turn;
    this.#ended = before.result !== null;
  }

  tell({ entries, turn, result }: Moment, words: HeraldWords): Telling {
    const fresh = entries.filter(({ no }) => no > this.#no);
    const before = this.#turn;
    this.#no = Math.max(this.#no, fresh.at(-1)?.no ?? 0);
    this.#turn = turn;
    const lines = fresh.slice(-MOST).map((entry) => spoken(entry, words));
    if (fresh.length > MOST) lines.unshift(words.missed(fresh.length - MOST));
    if (result !== null) {
      if (this.#ended) return { polite: lines, assertive: [] };
      this.#ended = true;
      return { polite: [], assertive: [...lines, result] };
    }
    // Several moves may come at once: the own turn then is another one than before.
    const begins = turn === 'own' && (before !== 'own' || fresh.some(({ step }) => step !== null));
    return begins ? { polite: [], assertive: [...lines, words.yourTurn] } : { polite: lines, assertive: [] };
  }
}

/** An entry of the list of steps as it is read out. */
export function spoken(
  { text, notes }: LogEntry,
  words: Pick<HeraldWords, 'goesTo' | 'sentenceEnd'>,
): string {
  return [text.replace('→', words.goesTo), ...notes].join(words.sentenceEnd).trim();
}
