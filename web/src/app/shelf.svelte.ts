/** The account's saved layouts. */

import { api } from '../api/client';
import type { SavedLayout } from '../api/types';
import type { LayoutShelf } from '../arrange/shelf';

export class Shelf implements LayoutShelf {
  #list = $state.raw<readonly SavedLayout[]>([]);

  get list(): readonly SavedLayout[] {
    return this.#list;
  }

  async load(): Promise<void> {
    this.#list = (await api.layouts()).layouts;
  }

  /** The first one saved is preferred until another one is chosen. */
  async save(name: string, layout: string): Promise<void> {
    const preferred = this.#list.every((saved) => !saved.preferred || saved.name === name);
    await api.saveLayout(name, { layout, preferred });
    await this.load();
  }

  /** The server takes the mark from the one that had it. */
  async prefer({ name, layout }: SavedLayout): Promise<void> {
    await api.saveLayout(name, { layout, preferred: true });
    await this.load();
  }

  async remove(name: string): Promise<void> {
    await api.removeLayout(name);
    await this.load();
  }
}
