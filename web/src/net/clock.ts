/** The server's clock, as well as it can be told from here. */

interface Sample {
  readonly trip: number;
  readonly offset: number;
}

const KEPT = 8;

/**
 * Of the last round trips the shortest one tells the time best: the answer can have been made at any moment of it,
 * so half the trip bounds the error.
 */
export class ServerClock {
  #samples: Sample[] = [];
  readonly #now: () => number;

  /** `now` is a local clock that never jumps. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The server said `told` in a round trip that began at `sent` and has just ended. */
  sample(sent: number, told: number): void {
    const received = this.#now();
    const trip = received - sent;
    this.#samples = [...this.#samples, { trip, offset: told - (sent + trip / 2) }].slice(-KEPT);
  }

  /** Forgets what was learnt: the machine may have slept, with its clock standing still. */
  reset(): void {
    this.#samples = [];
  }

  /** The server's time now. */
  now(): number {
    const best = this.#samples.reduce<Sample | null>(
      (best, next) => (best === null || next.trip <= best.trip ? next : best),
      null,
    );
    return best === null ? Date.now() : this.#now() + best.offset;
  }
}
