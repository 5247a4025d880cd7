/** Keeps the marks of one game on this device, beside those of a few games before it. */

import type { Marks } from '../game/faces';
import { followed, marked, readMarks, writeMarks, type MarkBook } from '../game/marks';
import type { Numbered } from '../game/log';
import type { Point } from '../board';
import { deviceStorage } from '../storage';

const KEY = 'siguo.marks.';
const GAMES_KEPT = 8;

export class MarksKeeper {
  readonly #key: string;
  #book = $state.raw<MarkBook>(readMarks(null));

  constructor(game: string) {
    this.#key = KEY + game;
    this.#book = readMarks(deviceStorage.getItem(this.#key));
  }

  get marks(): Marks {
    return this.#book.marks;
  }

  mark(at: Point, mark: string): void {
    this.#keep(marked(this.#book, at, mark));
  }

  follow(events: readonly Numbered[]): void {
    const fresh = events.filter(({ no }) => no > this.#book.no);
    if (fresh.length > 0)
      this.#keep(fresh.reduce((book, { no, event }) => followed(book, no, event), this.#book));
  }

  #keep(book: MarkBook): void {
    this.#book = book;
    if (book.marks.size === 0) deviceStorage.removeItem(this.#key);
    else {
      dropOld(this.#key);
      deviceStorage.setItem(this.#key, writeMarks(book));
    }
  }
}

/** The ids of games sort by the time when they began. */
function dropOld(kept: string): void {
  if (deviceStorage.getItem(kept) !== null) return;
  const others = deviceStorage
    .keys()
    .filter((key) => key.startsWith(KEY))
    .sort();
  for (const key of others.slice(0, Math.max(0, others.length - GAMES_KEPT + 1)))
    deviceStorage.removeItem(key);
}
