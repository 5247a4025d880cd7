/** Keeps the marks of one game on this device. */

import type { Marks } from '../game/faces';
import { followed, marked, readMarks, writeMarks, type MarkBook } from '../game/marks';
import type { Numbered } from '../game/log';
import type { Point } from '../board';

export class MarksKeeper {
  readonly #key: string;
  #book = $state.raw<MarkBook>(readMarks(null));

  constructor(game: string) {
    this.#key = `siguo.marks.${game}`;
    this.#book = readMarks(localStorage.getItem(this.#key));
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
    localStorage.setItem(this.#key, writeMarks(book));
  }
}
