/** A running game as the public sees it, asked for again when the list of rooms says that it has gone on. */

import { untrack } from 'svelte';

import { api } from '../api/client';
import type { GamePage, GameState } from '../api/types';
import { Question } from './asked.svelte';
import type { LiveGame } from './live-games';

export type Running = Extract<GameState, { t: 'running' }>['d'];

export class Glimpse {
  readonly #page = new Question<GamePage>();

  /** To be made while a component comes to be; it follows what the component is told of the room. */
  constructor(room: () => LiveGame) {
    const game = $derived(room().game);
    const steps = $derived(room().steps);
    $effect(() => {
      const [wanted] = [game, steps];
      untrack(() => void this.#page.ask(() => api.game(wanted)));
    });
  }

  /** Null before it is there, and once the game has ended. */
  get running(): Running | null {
    const state = this.#page.there?.state;
    return state?.t === 'running' ? state.d : null;
  }
}
