/** What this server has set about its ladder, for the sentences that name it. */

import { api } from './client';
import type { LadderSettings } from './types';

class Ladder {
  /** Until the server has told its own: what a server has that sets nothing. */
  #settings = $state.raw<LadderSettings>({ protect: 50, same_opponents: 10, same_address: 'auto' });

  get settings(): LadderSettings {
    return this.#settings;
  }

  async load(): Promise<void> {
    this.#settings = await api.ladder();
  }
}

export const ladder = new Ladder();
