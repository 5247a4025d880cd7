/** What the partners point out to each other (指示): each for a moment, the later in place of the earlier. */

import type { Seat } from '../api/types';
import type { Point, Pointed } from '../board';
import type { Note } from '../net/room';

const SHOWN_MS = 4000;

export type PointedNote = Extract<Note, { t: 'pointed' }>;

export class Pointing {
  #shown = $state.raw<Pointed | null>(null);
  #aiming = $state<'on' | 'off'>('off');
  #timer: ReturnType<typeof setTimeout> | undefined;

  get shown(): Pointed | null {
    return this.#shown;
  }

  /** Whether what is touched next on the board is pointed out. */
  get aiming(): 'on' | 'off' {
    return this.#aiming;
  }

  aim(next: 'on' | 'off'): void {
    this.#aiming = next;
  }

  show(by: Seat, at: Point, to: Point | null): void {
    this.#shown = { by, at, to };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#shown = null), SHOWN_MS);
  }
}
