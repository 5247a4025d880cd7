/** A room on the screen: follows it across connections and asks again when something was missed. */

import type { ErrorBody, Progress, RoomId, ServerFrame } from '../api/types';
import type { Refused } from './commands';
import type { Connection, Follower } from './connection';
import { applyFrame, EMPTY_ROOM, gameOf, heard, progressOf, type RoomState } from './room';

export class Room implements Follower {
  readonly id: RoomId;
  readonly #connection: Connection;
  #state = $state.raw<RoomState>(EMPTY_ROOM);
  #refusal = $state.raw<ErrorBody | null>(null);
  #ask: 'what-is-missing' | 'from-the-first-step' | 'everything' = 'what-is-missing';
  /** Nothing can be carried on before the next snapshot. */
  #missed = false;
  #askedStepsOf: string | null = null;

  constructor(connection: Connection, id: RoomId) {
    this.id = id;
    this.#connection = connection;
    connection.follow(id, this);
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
    this.#state = applied.state;
    if (frame.t === 'room') this.#refusal = null;
    this.#askForSteps();
  }

  close(): void {
    this.#connection.unfollow(this.id);
  }

  have(): Progress | null {
    const ask = this.#ask;
    this.#ask = 'what-is-missing';
    const progress = progressOf(this.#state);
    if (progress === null || ask === 'everything') return null;
    return ask === 'from-the-first-step' ? { ...progress, no: 0 } : progress;
  }

  refused({ why }: Refused): void {
    this.#refusal = why;
  }

  /** A snapshot has no past: once a game, the steps made before it are asked for, for the list of steps. */
  #askForSteps(): void {
    const { snapshot } = this.#state;
    const game = snapshot === null ? null : gameOf(snapshot.phase);
    if (game === null || this.#askedStepsOf === game.game) return;
    this.#askedStepsOf = game.game;
    if (heard(this.#state).length < game.no) this.#rejoin('from-the-first-step');
  }

  #rejoin(ask: 'from-the-first-step' | 'everything'): void {
    this.#ask = ask;
    this.#connection.rejoin(this.id);
  }
}
