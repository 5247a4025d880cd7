/** The games of a player that fit what is asked for, page after page. */

import { api, type GameFilter } from '../api/client';
import type { AccountId, PlayedGame, PlayedGames } from '../api/types';
import { Question, type Asked } from './asked.svelte';

const ALL: GameFilter = { players: null, ranked: null, outcome: null };

export class GameList {
  readonly #id: AccountId;
  readonly #page = new Question<PlayedGames>();
  #filter = $state.raw<GameFilter>(ALL);
  #games = $state.raw<readonly PlayedGame[]>([]);
  #next = $state<string | null>(null);

  constructor(id: AccountId) {
    this.#id = id;
  }

  get filter(): GameFilter {
    return this.#filter;
  }

  get games(): readonly PlayedGame[] {
    return this.#games;
  }

  /** How the last page came. */
  get answer(): Asked<PlayedGames> {
    return this.#page.answer;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  more(): Promise<void> {
    const before = this.#games;
    return this.#page.ask(async () => {
      const page = await api.playerGames(this.#id, { ...this.#filter, cursor: this.#next });
      // What was asked for by an earlier choice, or is there already, is no part of this list.
      if (before === this.#games) {
        this.#games = [...before, ...page.games];
        this.#next = page.next;
      }
      return page;
    });
  }

  choose(change: Partial<GameFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...change };
    this.#games = [];
    this.#next = null;
    this.#page.clear();
    return this.more();
  }
}
