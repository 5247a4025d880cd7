/** A room on the screen: follows it across connections and asks again when something was missed. */

import type { ErrorBody, Progress, RoomId, ServerFrame } from '../api/types';
import type { Refused } from './commands';
import type { Connection, Follower } from './connection';
import { keepHeard, keptEvents } from './kept';
import { applyFrame, EMPTY_ROOM, gameOf, heard, progressOf, remembering, type RoomState } from './room';

/** How many events the server sends again; who misses more gets a snapshot. */
const SENT_AGAIN = 64;

export class Room implements Follower {
  readonly id: RoomId;
  readonly #connection: Connection;
  #state = $state.raw<RoomState>(EMPTY_ROOM);
  #refusal = $state.raw<ErrorBody | null>(null);
  #password: string | null = null;
  #ask: 'what-is-missing' | 'what-was-before' | 'everything' = 'what-is-missing';
  /** Nothing can be carried on before the next snapshot. */
  #missed = false;
  #askedStepsOf: string | null = null;

  constructor(connection: Connection, id: RoomId) {
    this.id = id;
    this.#connection = connection;
    connection.follow(id, this);
    document.addEventListener('visibilitychange', this.#keep);
  }

  get state(): RoomState {
    return this.#state;
  }

  /** Why the server does not let one in. */
  get refusal(): ErrorBody | null {
    return this.#refusal;
  }

  /** To be called with every frame of the connection. */
  frame(frame: ServerFrame): void {
    if (this.#missed && frame.t !== 'room') return;
    const applied = applyFrame(this.#state, this.id, frame);
    this.#missed = applied.t === 'gap';
    if (applied.t === 'gap') {
      this.#rejoin('everything');
      return;
    }
    this.#state = frame.t === 'room' ? remembering(applied.state, keptEvents()) : applied.state;
    if (frame.t === 'room') this.#refusal = null;
    // It has a new password: as for whoever comes without one.
    if (frame.t === 'notice' && frame.d.t === 'locked' && frame.d.d.room === this.id) {
      this.#refusal = { t: 'password', d: { fault: 'needed' } };
    }
    this.#askForSteps();
  }

  /** Asks once more to be let in, with the password. */
  enter(password: string): void {
    this.#password = password;
    this.#connection.rejoin(this.id);
  }

  password(): string | null {
    return this.#password;
  }

  close(): void {
    this.#keep();
    document.removeEventListener('visibilitychange', this.#keep);
    this.#connection.unfollow(this.id);
  }

  have(): Progress | null {
    const ask = this.#ask;
    this.#ask = 'what-is-missing';
    const progress = progressOf(this.#state);
    if (progress === null || ask === 'everything') return null;
    return ask === 'what-was-before' ? { ...progress, no: Math.max(1, progress.no - SENT_AGAIN) } : progress;
  }

  refused({ why }: Refused): void {
    this.#refusal = why;
  }

  /** The page may go at any time once it is out of sight. */
  readonly #keep = (): void => {
    const { snapshot } = this.#state;
    if (snapshot?.phase.t === 'playing') keepHeard(heard(this.#state));
  };

  /** A snapshot has no past: once a game, the last steps made before it are asked for, for the list of steps. */
  #askForSteps(): void {
    const { snapshot } = this.#state;
    const game = snapshot === null ? null : gameOf(snapshot.phase);
    if (game === null || this.#askedStepsOf === game.game) return;
    this.#askedStepsOf = game.game;
    if (game.no > 1 && heard(this.#state).length === 0) this.#rejoin('what-was-before');
  }

  #rejoin(ask: 'what-was-before' | 'everything'): void {
    this.#ask = ask;
    this.#connection.rejoin(this.id);
  }
}
