/**
 * The one connection to the server, kept up as long as the page lives. This is the machine alone: sockets, time, chance
 * and login come from outside, so tests run it without any. It greets, keeps the server's clock, notices a dead line,
 * comes back by itself, and then first rejoins the followed rooms and then sends again what has had no answer.
 */

import type { AccountId, Command, Done, Hello, Progress, RoomId, ServerFrame } from '../api/types';
import { backoff, restartPause } from './backoff';
import { ServerClock } from './clock';
import { afterClose, type EndReason } from './close';
import { Commands, Refused } from './commands';

/** The version of the protocol that this client speaks. */
export const VERSION = 1;

const HEARTBEAT_MS = 20_000;
const ANSWER_WITHIN_MS = 8_000;
const PROBE_WITHIN_MS = 2_500;
const OPEN_WITHIN_MS = 10_000;
const FIRST_ROUND_TRIPS = 4;

/** A socket as the machine needs it. */
export interface Wire {
  send(text: string): void;
  close(): void;
}

export interface WireEvents {
  readonly open: () => void;
  readonly text: (text: string) => void;
  readonly closed: (code: number) => void;
}

export interface Surroundings {
  /** Makes sure of an account: a guest's where there is none. */
  readonly admit: () => Promise<void>;
  readonly open: (events: WireEvents) => Wire;
  /** A local clock that never jumps, in milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
}

export type LinkState =
  | { readonly t: 'off' }
  | { readonly t: 'connecting'; readonly lost: boolean }
  | { readonly t: 'up'; readonly hello: Hello }
  /** Lost; the next attempt comes by itself at `until` (local clock). */
  | { readonly t: 'waiting'; readonly until: number }
  | { readonly t: 'ended'; readonly reason: EndReason };

/** Somebody who follows a room across connections. */
export interface Follower {
  /** What it has of the room's game; null asks for a snapshot. */
  have(): Progress | null;
  /** The room's password, where one has said it. */
  password(): string | null;
  /** The server does not let one in. */
  refused(why: Refused): void;
}

export interface Listener {
  state(state: LinkState): void;
  frame(frame: ServerFrame): void;
}

export class Connection {
  readonly clock: ServerClock;
  readonly #around: Surroundings;
  readonly #listener: Listener;
  readonly #commands: Commands;
  readonly #followers = new Map<RoomId, Follower>();
  #state: LinkState = { t: 'off' };
  #wire: Wire | null = null;
  /** Counts connections, so that what belongs to an old one is told apart. */
  #round = 0;
  #attempt = 0;
  /** The server has said that it restarts, and has not greeted since. */
  #restarts = false;
  #everUp = false;
  /** Whose connection it was last. */
  #account: AccountId | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(around: Surroundings, listener: Listener) {
    this.#around = around;
    this.#listener = listener;
    this.#commands = new Commands(around.random);
    this.clock = new ServerClock(around.now);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Connects, or connects anew as somebody else. */
  start(): void {
    this.#leave();
    this.#attempt = 0;
    void this.#connect();
  }

  stop(): void {
    this.#leave();
    this.#commands.dropAll();
    this.#everUp = false;
    this.#account = null;
    this.#enter({ t: 'off' });
  }

  /** Asks the server; resolves with what it brought, rejects with `Refused` or `Unanswered`. */
  ask(cmd: Command): Promise<Done> {
    const { frame, answer } = this.#commands.add(cmd, 'again');
    if (this.#state.t === 'up') this.#send(frame);
    else if (this.#state.t === 'ended') this.#commands.dropAll();
    return answer;
  }

  /** Joins a room, and joins it again over every later connection. */
  follow(room: RoomId, follower: Follower): void {
    this.#followers.set(room, follower);
    if (this.#state.t === 'up') this.#join(room, follower);
  }

  /** Joins once more, with what the follower has now: it noticed a gap. */
  rejoin(room: RoomId): void {
    const follower = this.#followers.get(room);
    if (follower !== undefined && this.#state.t === 'up') this.#join(room, follower);
  }

  unfollow(room: RoomId): void {
    if (this.#followers.delete(room) && this.#state.t === 'up') this.#part(room);
  }

  /** The page woke up or the network came back: look at once whether the line is alive. */
  wake(): void {
    if (this.#state.t === 'waiting') {
      this.#attempt = 0;
      clearTimeout(this.#timer);
      void this.#connect();
    } else if (this.#state.t === 'up') {
      this.clock.reset();
      this.#heartbeat(PROBE_WITHIN_MS);
    }
  }

  async #connect(): Promise<void> {
    const round = this.#begin();
    this.#enter({ t: 'connecting', lost: this.#everUp });
    try {
      await this.#around.admit();
    } catch {
      if (round === this.#round) this.#lost({ t: 'backoff' });
      return;
    }
    if (round !== this.#round) return;
    const mine = (act: () => void) => (): void => {
      if (round === this.#round) act();
    };
    this.#wire = this.#around.open({
      open: mine(() => void this.#greet(round)),
      text: (text) => {
        if (round === this.#round) this.#receive(JSON.parse(text) as ServerFrame);
      },
      closed: (code) => {
        if (round === this.#round) this.#lost(afterClose(code));
      },
    });
    this.#watchdog = setTimeout(
      mine(() => this.#lost({ t: 'backoff' })),
      OPEN_WITHIN_MS,
    );
  }

  async #greet(round: number): Promise<void> {
    const sent = this.#around.now();
    try {
      const greeting = this.#once({ t: 'hello', d: { version: VERSION } });
      const early = this.#joinEarly();
      const done = await greeting;
      if (round !== this.#round || done.t !== 'hello') return;
      clearTimeout(this.#watchdog);
      this.clock.reset();
      this.clock.sample(sent, done.d.now);
      this.#attempt = 0;
      this.#restarts = false;
      this.#everUp = true;
      this.#isNow(done.d.you.id);
      // What is asked for from here on goes out by itself.
      const unanswered = this.#commands.unanswered();
      this.#enter({ t: 'up', hello: done.d });
      for (const [room, follower] of this.#followers)
        if (early.get(room) !== follower) this.#join(room, follower);
      for (const room of early.keys()) if (!this.#followers.has(room)) this.#part(room);
      for (const frame of unanswered) this.#send(frame);
      for (let trip = 1; trip < FIRST_ROUND_TRIPS; trip += 1) await this.#roundTrip(round);
      if (round === this.#round) this.#beatLater();
    } catch (error) {
      if (round !== this.#round) return;
      const outdated = error instanceof Refused && error.why.t === 'version';
      this.#lost(outdated ? { t: 'never', reason: 'update' } : { t: 'backoff' });
    }
  }

  /** Nobody was somebody else here before the first greeting: what is followed need not wait for its answer. */
  #joinEarly(): ReadonlyMap<RoomId, Follower> {
    const early = new Map(this.#account === null ? this.#followers : []);
    for (const [room, follower] of early) this.#join(room, follower);
    return early;
  }

  /** Another tab may have become somebody else: nothing is asked or followed further as who one was. */
  #isNow(account: AccountId): void {
    if (this.#account !== null && this.#account !== account) {
      this.#commands.dropAll();
      this.#followers.clear();
    }
    this.#account = account;
  }

  async #roundTrip(round: number): Promise<void> {
    const sent = this.#around.now();
    const done = await this.#once({ t: 'time' });
    if (round === this.#round && done.t === 'time') this.clock.sample(sent, done.d.now);
  }

  #beatLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#heartbeat(ANSWER_WITHIN_MS), HEARTBEAT_MS);
  }

  /** Keeps the server hearing from us, the clock fresh, and finds a line that died without saying so. */
  #heartbeat(within: number): void {
    const round = this.#round;
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      if (round === this.#round) this.#lost({ t: 'soon' });
    }, within);
    // Refused (too fast) is a sign of life too.
    this.#roundTrip(round)
      .catch(ignore)
      .finally(() => {
        if (round !== this.#round) return;
        clearTimeout(this.#watchdog);
        this.#beatLater();
      });
  }

  #receive(frame: ServerFrame): void {
    if (frame.t === 'answer') this.#commands.answered(frame.d.id, frame.d.reply);
    else this.#listener.frame(frame);
  }

  #join(room: RoomId, follower: Follower): void {
    const join = { room, have: follower.have(), password: follower.password() };
    this.#once({ t: 'join', d: join }).catch((error: unknown) => {
      if (!(error instanceof Refused) || this.#followers.get(room) !== follower) return;
      if (error.why.t === 'too-fast') setTimeout(() => this.rejoin(room), error.why.d.retry_ms);
      else follower.refused(error);
    });
  }

  #part(room: RoomId): void {
    this.#once({ t: 'part', d: { room } }).catch(ignore);
  }

  #once(cmd: Command): Promise<Done> {
    const { frame, answer } = this.#commands.add(cmd, 'once');
    this.#send(frame);
    return answer;
  }

  #send(frame: object): void {
    this.#wire?.send(JSON.stringify(frame));
  }

  #lost(after: ReturnType<typeof afterClose>): void {
    this.#leave();
    if (after.t === 'never') {
      this.#commands.dropAll();
      this.#enter({ t: 'ended', reason: after.reason });
      return;
    }
    const soon = after.t === 'soon' && this.#attempt === 0;
    this.#restarts ||= after.t === 'restart';
    const pause = this.#restarts ? restartPause : backoff;
    const delay = after.t === 'later' ? after.ms : soon ? 0 : pause(this.#attempt, this.#around.random);
    this.#attempt += 1;
    this.#enter({ t: 'waiting', until: this.#around.now() + delay });
    this.#timer = setTimeout(() => void this.#connect(), delay);
  }

  #begin(): number {
    this.#round += 1;
    return this.#round;
  }

  /** Lets go of the wire; whatever still comes from it is no longer heard. */
  #leave(): void {
    this.#begin();
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#wire?.close();
    this.#wire = null;
    this.#commands.dropConnection();
  }

  #enter(state: LinkState): void {
    this.#state = state;
    this.#listener.state(state);
  }
}

function ignore(): void {
  // The caller has nothing to do about it: the next connection starts afresh.
}
