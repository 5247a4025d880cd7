import type { SavedLayout } from '../api/types';

/** A player's own layouts, wherever they are kept. */
export interface LayoutShelf {
  readonly list: readonly SavedLayout[];
  save(name: string, layout: string): Promise<void>;
  /** Makes it the one that is used when the time for arranging runs out. */
  prefer(saved: SavedLayout): Promise<void>;
  remove(name: string): Promise<void>;
}
