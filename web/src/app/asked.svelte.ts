/** What is asked of the server for a page, on its way, there, or failed; and what is tried there. */

import { untrack } from 'svelte';

export type Asked<T> =
  | { readonly t: 'loading' }
  | { readonly t: 'there'; readonly d: T }
  | { readonly t: 'failed'; readonly d: unknown };

export class Question<T> {
  #answer = $state.raw<Asked<T>>({ t: 'loading' });
  #round = 0;

  get answer(): Asked<T> {
    return this.#answer;
  }

  /** What is there, also while it is asked for again. */
  get there(): T | null {
    return this.#answer.t === 'there' ? this.#answer.d : null;
  }

  /** Asks anew; what is shown stays until the answer comes, and only the last question's answer counts. */
  async ask(question: () => Promise<T>): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    // An effect that asks must not be run again by the answer.
    if (untrack(() => this.#answer.t) === 'failed') this.#answer = { t: 'loading' };
    try {
      const d = await question();
      if (round === this.#round) this.#answer = { t: 'there', d };
    } catch (error) {
      if (round === this.#round) this.#answer = { t: 'failed', d: error };
    }
  }

  /** Forgets what is shown: another thing is meant from here on. */
  clear(): void {
    this.#round += 1;
    this.#answer = { t: 'loading' };
  }
}

/** What is tried on a press: whether it is on its way, and why it failed last. */
export class Attempt {
  #busy = $state(false);
  #failed = $state.raw<unknown>(null);

  get busy(): boolean {
    return this.#busy;
  }

  get failed(): unknown {
    return this.#failed;
  }

  /**
   * The earlier failure is forgotten; what follows from success belongs in what is tried. While something is on its way,
   * another press is nothing.
   */
  async make(what: () => Promise<unknown>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#failed = null;
    try {
      await what();
    } catch (error) {
      this.#failed = error;
    } finally {
      this.#busy = false;
    }
  }
}
