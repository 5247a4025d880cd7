/** The server's clock, as well as it can be told from here. */

interface Sample {
  readonly trip: number;
  readonly offset: number;
}

const KEPT = 8;

/** Half of so short a trip is an error that nobody sees. */
const SHORT_TRIP = 300;

/** Machines that set their clocks by the network are not further off. */
const SLIGHTLY_WRONG = 150;

/**
 * Of the last round trips the shortest one tells the time best: the answer can have been made at any moment of it,
 * so half the trip bounds the error. Where even that one is long, it may have been slow one way only, which no trip can
 * tell: then the machine's own clock is believed, unless a trip shows that it is wrong.
 */
export class ServerClock {
  #samples: Sample[] = [];
  readonly #now: () => number;
  readonly #wall: () => number;

  /** `now` is a local clock that never jumps, `wall` the time of day as the machine has it. */
  constructor(now: () => number, wall: () => number = () => Date.now()) {
    this.#now = now;
    this.#wall = wall;
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
    if (best === null) return this.#wall();
    return this.#now() + (best.trip > SHORT_TRIP ? this.#byTheWall(best) : best.offset);
  }

  /** The machine's clock, brought within what the trips leave possible; if it is far out of that, the best trip. */
  #byTheWall(best: Sample): number {
    const ofDay = this.#wall() - this.#now();
    const least = Math.max(...this.#samples.map(({ trip, offset }) => offset - trip / 2));
    const most = Math.min(...this.#samples.map(({ trip, offset }) => offset + trip / 2));
    const possible = Math.min(Math.max(ofDay, least), most);
    return Math.abs(ofDay - possible) <= SLIGHTLY_WRONG ? possible : best.offset;
  }
}
