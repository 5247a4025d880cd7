/**
 * The wish to play a quick match. It outlives a place in the line: when the place is lost with the server or with a table
 * that could not be opened, one lines up again; while a restart is announced, after it. It ends with a match, by one's own
 * word or the partner's, or when the server refuses.
 */

import type { LeftLine, QueueStatus } from '../api/types';
import { Refused } from '../net/commands';

/** Before lining up again after a place was lost: a server that stops says so to everybody at once. */
const PAUSE_MS = 1000;

export interface WishHost {
  /** Lines up; who stands in the line already goes on waiting. */
  lineUp(): Promise<unknown>;
  /** Lining up again was refused. */
  refused(why: unknown): void;
  /** The place is lost, and one will line up again by oneself. */
  waits(): void;
}

export class Wish {
  #held = false;
  /** Asked once at a time: what has no answer yet is sent again by the connection. */
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: WishHost;

  constructor(host: WishHost) {
    this.#host = host;
  }

  get held(): boolean {
    return this.#held;
  }

  hold(): void {
    this.#held = true;
  }

  drop(): void {
    this.#held = false;
  }

  /** The server has greeted: `seated` if one is in a game. */
  greeted(seated: boolean): void {
    if (seated) this.drop();
    else void this.#again();
  }

  told(status: QueueStatus): void {
    switch (status.t) {
      case 'waiting':
      case 'consent':
        return;
      case 'matched':
        this.drop();
        return;
      case 'gone':
        this.#gone(status.d.why);
    }
  }

  #gone(why: LeftLine): void {
    switch (why) {
      case 'wished':
      case 'partner':
      case 'same-browser':
        this.drop();
        return;
      case 'lost':
      case 'server':
        if (this.#held) this.#host.waits();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#again(), PAUSE_MS);
    }
  }

  async #again(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#held || this.#asking) return;
    this.#asking = true;
    try {
      await this.#host.lineUp();
    } catch (why) {
      // Without an answer the next greeting asks again.
      if (!this.#held) return;
      // No game begins before the restart; the server that comes greets, and one that stays says so.
      if (why instanceof Refused && why.why.t === 'restarting') this.#host.waits();
      else this.#host.refused(why);
    } finally {
      this.#asking = false;
    }
  }
}
