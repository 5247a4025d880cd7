/** Who one is here. */

import { api, ApiError } from './client';
import type { Credentials, Me, MySettings, Registration } from './types';

class Session {
  #me = $state.raw<Me | null>(null);
  /** Grows with each question and each change: whatever was asked before a change knows nothing of it. */
  #time = 0;
  #heard = 0;
  #admitting: Promise<void> | null = null;

  /** Null until the server has said it. */
  get me(): Me | null {
    return this.#me;
  }

  /** Makes sure of an account: without one, one becomes a guest. Asked again before the answer it is the same question. */
  admit(): Promise<void> {
    const admitting = this.#admitting ?? this.#admit();
    this.#admitting = admitting;
    const over = (): void => {
      if (this.#admitting === admitting) this.#admitting = null;
    };
    admitting.then(over, over);
    return admitting;
  }

  async #admit(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.status === 401)) throw error;
      const asked = this.#tick();
      const { account } = await api.guest();
      // A new guest has chosen nothing yet, and sits nowhere.
      if (asked > this.#heard) this.#hear({ account, language: null, preferences: {}, room: null }, asked);
    }
  }

  /** Score, title and bans as they are now. */
  async refresh(): Promise<void> {
    const asked = this.#tick();
    const me = await api.me();
    if (asked > this.#heard) this.#hear(me, asked);
  }

  async changeSettings(settings: MySettings): Promise<void> {
    const me = await api.changeSettings(settings);
    // Meanwhile one may have become somebody else.
    if (me.account.id === this.#me?.account.id) this.#hear(me, this.#tick());
  }

  /** A guest who registers keeps the account and what it has played. */
  async register(registration: Registration): Promise<void> {
    await api.register(registration);
    await this.refresh();
  }

  async login(credentials: Credentials): Promise<void> {
    await api.login(credentials);
    await this.refresh();
  }

  async logout(): Promise<void> {
    await api.logout();
    this.forget();
  }

  async deleteAccount(password: string | null): Promise<void> {
    await api.deleteAccount(password);
    this.forget();
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }

  #hear(me: Me | null, at: number): void {
    this.#me = me;
    this.#heard = at;
  }

  /** One is nobody. */
  forget(): void {
    this.#admitting = null;
    this.#hear(null, this.#tick());
  }
}

export const session = new Session();
