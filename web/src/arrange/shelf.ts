import type { SavedLayout } from '../api/types';

/** A player's own layouts, wherever they are kept. */
export interface LayoutShelf {
  readonly list: readonly SavedLayout[];
  save(name: string, layout: string): Promise<void>;
  remove(name: string): Promise<void>;
}
