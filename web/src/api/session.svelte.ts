/** Who one is here. */

import { api, ApiError } from './client';
import type { Credentials, Me, Registration } from './types';

class Session {
  #me = $state.raw<Me | null>(null);

  /** Null until the server has said it. */
  get me(): Me | null {
    return this.#me;
  }

  /** Makes sure of an account: without one, one becomes a guest. */
  async admit(): Promise<void> {
    try {
      this.#me = await api.me();
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.status === 401)) throw error;
      await api.guest();
      this.#me = await api.me();
    }
  }

  /** Score, title and bans as they are now. */
  async refresh(): Promise<void> {
    this.#me = await api.me();
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
    this.#me = null;
  }

  async deleteAccount(password: string | null): Promise<void> {
    await api.deleteAccount(password);
    this.#me = null;
  }
}

export const session = new Session();
