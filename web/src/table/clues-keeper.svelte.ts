/** Learns from one game on this device what its hidden pieces may be; the last game's knowledge outlives a reload. */

import type { RuleSet, View } from '../api/types';
import { learn, NO_BOOK, openBook, readBook, writeBook, type ClueBook } from '../game/hints';
import type { Numbered } from '../game/log';
import { deviceStorage } from '../storage';

const KEY = 'siguo.clues';

export class CluesKeeper {
  readonly #game: string;
  readonly #rules: RuleSet;
  #book = $state.raw<ClueBook>(NO_BOOK);

  constructor(game: string, rules: RuleSet) {
    this.#game = game;
    this.#rules = rules;
    const [of, ...book] = (deviceStorage.getItem(KEY) ?? '').split('\n');
    this.#book = (of === game ? readBook(book.join('\n')) : null) ?? this.#book;
  }

  get book(): ClueBook {
    return this.#book;
  }

  /** `events` lead up to the view, which is that of event `no`. */
  follow(view: View, no: number, events: readonly Numbered[]): void {
    if (no === this.#book.no) return;
    const fresh = events.filter((event) => event.no > this.#book.no && event.no <= no);
    const isWhole = this.#book.no >= 0 && this.#book.no < no && fresh.length === no - this.#book.no;
    this.#book = isWhole
      ? fresh.reduce((book, { no, event }) => learn(book, no, event, this.#rules), this.#book)
      : openBook(view, no, this.#rules);
    deviceStorage.setItem(KEY, `${this.#game}\n${writeBook(this.#book)}`);
  }
}
