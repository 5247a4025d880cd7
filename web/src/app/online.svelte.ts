/**
 * The page's one connection, on the screen: whether it is up, where one stands in the line for a match, and the game
 * that one is in. That game is followed from every page, so that every page can lead back to it.
 */

import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

import { ApiError } from '../api/client';
import { session } from '../api/session.svelte';
import type {
  AccountId,
  BotLevel,
  Command,
  Done,
  Hello,
  LeftLine,
  Millis,
  Pairing,
  PairNews,
  QueueMode,
  QueueStatus,
  Restart,
  RoomId,
  RuleSet,
  ServerFrame,
} from '../api/types';
import type { Draft } from '../game/options';
import { RULES } from '../modes/house';
import { Connection, type LinkState } from '../net/connection';
import { Room } from '../net/room.svelte';
import { Unanswered } from '../net/commands';
import { openSocket, whenAwake } from '../net/socket';
import { loadAnew, understood } from './newer';
import { navigate } from './router.svelte';
import { to } from './routes';
import { gathersFor, isSeated, isStillIn } from './seated';
import { Wish } from './wish';

const ALONE: Pairing = { partner: null, sent: null, received: [] };

class Online {
  readonly #connection = new Connection(
    {
      admit: () => session.admit(),
      open: openSocket,
      now: () => performance.now(),
      random: Math.random,
    },
    { state: (state) => this.#linked(state), frame: (frame) => this.#heard(frame) },
  );
  readonly #rooms = new SvelteMap<RoomId, Room>();
  #era = $state(0);
  #account: AccountId | null = null;
  #link = $state.raw<LinkState>({ t: 'off' });
  #queue = $state.raw<QueueStatus | null>(null);
  #seated = $state<RoomId | null>(null);
  #lineRefusal = $state.raw<unknown>(null);
  #gone = $state.raw<LeftLine | null>(null);
  #pairing = $state.raw<Pairing>(ALONE);
  #pairNews = $state.raw<PairNews | null>(null);
  #restart = $state.raw<Restart | null>(null);
  /** The start of the server that greeted last. */
  #started: Millis | null = null;
  #lineAfter = $state<'none' | 'waits' | 'again'>('none');
  #pairEnded = $state<string | null>(null);
  readonly #wish = new Wish({
    lineUp: () => this.#lineUp(this.#mode),
    refused: (why) => {
      // A connection that broke again is greeted again.
      if (why instanceof Unanswered) return;
      this.#wish.drop();
      this.#lineAfter = 'none';
      this.#lineRefusal = why;
    },
    waits: () => {
      // Otherwise it is over in a moment.
      if (this.#restart !== null) this.#lineAfter = 'waits';
    },
  });
  #mode: QueueMode = 'four';
  #led = false;
  #lead: (room: RoomId, why: 'loaded' | 'matched') => void = () => undefined;

  get link(): LinkState {
    return this.#link;
  }

  /** Whether what one asks for is done now, or as soon as the page that has just been opened is connected. */
  get ready(): boolean {
    return this.#link.t === 'up' || (this.#link.t === 'connecting' && !this.#link.lost);
  }

  /** Grows whenever one becomes somebody else: what a page shows was another's before. */
  get era(): number {
    return this.#era;
  }

  /** The line for a quick match; null while one does not stand in it. */
  get queue(): QueueStatus | null {
    return this.#queue;
  }

  /** Why one could not line up again after the place was lost. */
  get lineRefusal(): unknown {
    return this.#lineRefusal;
  }

  /** Why one stands in the line no more, where it was not by one's own word. */
  get gone(): LeftLine | null {
    return this.#gone;
  }

  /** How one stands with partners. */
  get pairing(): Pairing {
    return this.#pairing;
  }

  /** What has just changed between partners. */
  get pairNews(): PairNews | null {
    return this.#pairNews;
  }

  /** The restart of the server that is announced; also while it is away for it. */
  get restarting(): Restart | null {
    return this.#restart;
  }

  /** `waits`: the place in the line is lost, and one will line up again by oneself; `again`: one has. */
  get lineAfter(): 'none' | 'waits' | 'again' {
    return this.#lineAfter;
  }

  /** With whom one was a pair until the server was restarted. */
  get pairEnded(): string | null {
    return this.#pairEnded;
  }

  /** The room in which one has a seat while no game holds one. */
  get seat(): Room | null {
    const seated = [...this.#rooms.values()].filter(({ state }) => isSeated(state.snapshot));
    return seated.find(({ state }) => !isStillIn(state.snapshot)) ?? null;
  }

  /** The running game that one is still in; null where there is none. */
  get game(): Room | null {
    const room = this.#seated === null ? undefined : this.#rooms.get(this.#seated);
    return room !== undefined && room.refusal === null && isStillIn(room.state.snapshot) ? room : null;
  }

  /** The server's time now, in its milliseconds. */
  now(): number {
    return this.#connection.clock.now();
  }

  /** The same for the clocks of games: while the server is away for a restart they stand. */
  gameNow(): number {
    const now = this.now();
    return this.#restart === null || this.#link.t === 'up' ? now : Math.min(now, this.#restart.at);
  }

  /** Connects; `lead` is called with the room that one belongs in, once when the page loads and at each match. */
  start(lead: (room: RoomId, why: 'loaded' | 'matched') => void): () => void {
    this.#lead = lead;
    this.#connection.start();
    const stopListening = $effect.root(() => {
      $effect(() => {
        const account = session.me?.account.id ?? null;
        untrack(() => this.#heardOf(account));
      });
    });
    const stopWaking = whenAwake(() => this.#woke());
    return () => {
      stopListening();
      stopWaking();
    };
  }

  /** Connects as who one is now. */
  restart(): void {
    this.#connection.stop();
    this.#forget();
    this.#connection.start();
  }

  retryNow(): void {
    this.#connection.wake();
  }

  ask(cmd: Command): Promise<Done> {
    return this.#connection.ask(cmd);
  }

  /** The room of a page; what it follows stays followed while one plays there. */
  enter(id: RoomId): Room {
    const known = this.#rooms.get(id);
    if (known !== undefined) return known;
    const room = new Room(this.#connection, id);
    this.#rooms.set(id, room);
    return room;
  }

  /** A room that is followed already. */
  room(id: RoomId): Room | undefined {
    return this.#rooms.get(id);
  }

  /** A room in which one has a seat is followed on: its next game may begin. */
  leave(room: Room): void {
    if (this.#rooms.get(room.id) !== room || this.game === room || gathersFor(room.state.snapshot)) return;
    this.#rooms.delete(room.id);
    room.close();
  }

  async quickMatch(mode: QueueMode): Promise<void> {
    this.#lineRefusal = null;
    this.#gone = null;
    this.#lineAfter = 'none';
    this.#pairEnded = null;
    this.#mode = mode;
    this.#wish.hold();
    try {
      await this.#lineUp(mode);
    } catch (why) {
      this.#wish.drop();
      throw why;
    }
  }

  #lineUp(mode: QueueMode): Promise<Done> {
    return this.ask({ t: 'queue', d: { mode } });
  }

  async stopSearching(): Promise<void> {
    this.#dropWish();
    if (this.#queue === null) return;
    await this.ask({ t: 'unqueue' });
    this.#queue = null;
  }

  async practise(level: BotLevel, rules: RuleSet = RULES): Promise<void> {
    this.#dropWish();
    const done = await this.ask({ t: 'practice', d: { level, rules } });
    if (done.t === 'room') this.#sat(done.d.room, 'matched');
  }

  async create({ ranked, options, password }: Draft): Promise<void> {
    this.#dropWish();
    const wanted = options.privacy === 'password' ? password : null;
    const done = await this.ask({ t: 'create', d: { ranked, options, password: wanted } });
    if (done.t === 'room') this.#lead(done.d.room, 'matched');
  }

  #dropWish(): void {
    this.#wish.drop();
    this.#lineAfter = 'none';
  }

  #woke(): void {
    this.#connection.wake();
    // While one was in another tab, one may have become somebody else there.
    if (this.#link.t === 'up') void session.refresh().catch(() => undefined);
  }

  /** The cookie is another's than the connection. */
  #heardOf(account: AccountId | null): void {
    const isOther = account !== null && this.#account !== null && account !== this.#account;
    if (isOther && this.#link.t === 'up') this.restart();
  }

  /** Keeps nothing of what one saw, waited for or had agreed on as somebody else. */
  #forget(): void {
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
    this.#seated = null;
    this.#queue = null;
    this.#lineRefusal = null;
    this.#gone = null;
    this.#pairing = ALONE;
    this.#pairNews = null;
    this.#pairEnded = null;
    this.#dropWish();
    this.#account = null;
    this.#era += 1;
  }

  #linked(state: LinkState): void {
    this.#link = state;
    if (state.t === 'up') {
      const { you } = state.hello;
      if (this.#account !== null && this.#account !== you.id) this.#forget();
      this.#account = you.id;
    }
    if (state.t === 'up') {
      understood();
      this.#greeted(state.hello);
    } else if (state.t === 'ended' && state.reason === 'logged-out') void this.#loggedOut();
    else if (state.t === 'ended' && state.reason === 'update') loadAnew();
  }

  #greeted({ room, restart, started }: Hello): void {
    const first = !this.#led;
    this.#led = true;
    this.#restart = restart;
    if (this.#started !== null && this.#started !== started) this.#restarted();
    this.#started = started;
    this.#queue = null;
    // Told anew after each greeting, if there is anything to tell.
    this.#pairing = ALONE;
    if (room !== null && first) this.#sat(room, 'loaded');
    else if (room !== null) this.#follow(room);
    else this.#seated = null;
    this.#wish.greeted(room !== null);
  }

  /** What the server kept in memory alone is gone. */
  #restarted(): void {
    const { partner } = this.#pairing;
    if (partner !== null) {
      this.#pairEnded = partner.name;
      // To sit opposite a stranger was not the wish.
      if (this.#mode === 'four') this.#dropWish();
    }
    if (this.#wish.held) this.#lineAfter = 'waits';
  }

  /**
   * Another tab may have logged in as somebody. If nobody is logged in, nothing of what one saw stays on the screen: whoever ended
   * this login may have done so because another sits here.
   */
  async #loggedOut(): Promise<void> {
    // The connection may end before the other tab has got its new cookie.
    for (const wait of [0, 1000]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        await session.refresh();
        this.#connection.start();
        return;
      } catch (error) {
        // Stays ended; the head line says so.
        const nobody = error instanceof ApiError && error.problem.status === 401;
        // Whoever has logged out here, or deleted the account, is about to be a guest.
        if (wait === 0 || !nobody || this.#link.t !== 'ended') continue;
        this.#forget();
        session.forget();
        navigate(to.login, 'replace');
      }
    }
  }

  #heard(frame: ServerFrame): void {
    if (frame.t === 'queue') this.#queued(frame.d);
    else if (frame.t === 'pair') {
      this.#pairing = frame.d.pairing;
      this.#pairNews = frame.d.news;
      this.#pairEnded = null;
    } else if (frame.t === 'restart') {
      this.#restart = frame.d.restart;
      // It was taken back.
      if (this.#restart === null && this.#lineAfter === 'waits') this.#wish.greeted(this.#seated !== null);
    }
    // A game that has ended may have changed one's score, or barred one for leaving it.
    if (frame.t === 'scores' || (frame.t === 'event' && frame.d.event.result !== null)) {
      void session.refresh().catch(() => undefined);
    }
    for (const room of this.#rooms.values()) {
      const gathered = gathersFor(room.state.snapshot);
      room.frame(frame);
      // The room that one waited in begins, wherever one is looking.
      if (gathered && isStillIn(room.state.snapshot)) this.#sat(room.id, 'matched');
    }
  }

  #queued(status: QueueStatus): void {
    this.#queue = status.t === 'waiting' || status.t === 'consent' ? status : null;
    this.#wish.told(status);
    if (status.t === 'waiting' && this.#lineAfter === 'waits') this.#lineAfter = 'again';
    else if (!this.#wish.held) this.#lineAfter = 'none';
    this.#gone = status.t === 'gone' ? status.d.why : null;
    if (status.t === 'matched') this.#sat(status.d.room, 'matched');
  }

  #sat(room: RoomId, why: 'loaded' | 'matched'): void {
    this.#follow(room);
    this.#lead(room, why);
  }

  #follow(room: RoomId): void {
    this.#seated = room;
    this.enter(room);
  }
}

export const online = new Online();
