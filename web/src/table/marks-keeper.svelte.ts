/**
 * Keeps the marks of one game on this device, beside those of a few games before it, and with the account: whoever comes
 * to the table takes over what the account keeps, and tells it what changes. Only what is marked here is told, over what
 * the account keeps then, so that a table left open on another device takes nothing back.
 */

import { api, ApiError } from '../api/client';
import type { AccountId, GameId } from '../api/types';
import type { Marks } from '../game/faces';
import {
  carried,
  fromKept,
  marked,
  NO_MARKS,
  overlaid,
  readMarks,
  toKeep,
  writeMarks,
  type MarkBook,
} from '../game/marks';
import type { Numbered } from '../game/log';
import type { Point } from '../board';
import { deviceStorage } from '../storage';

const KEY = 'siguo.marks.';
const GAMES_KEPT = 8;
/** What is marked in quick succession is told at once. */
const TELL_MS = 1500;
const AGAIN_MS = 15_000;
/** Half of the events that the server sends again: marks older than those can be followed by nobody who comes in. */
const TOO_OLD = 32;

export class MarksKeeper {
  readonly #game: GameId;
  readonly #key: string;
  /** What the account keeps, as far as it was heard. */
  #kept: MarkBook = NO_MARKS;
  /** What was marked here and the account does not know. */
  #news: MarkBook = NO_MARKS;
  #no = 0;
  /** The same as long as nothing is marked otherwise: the board is drawn anew for another. */
  #marks = $state.raw<Marks>(NO_MARKS.marks);
  #events: readonly Numbered[] = [];
  #changes = 0;
  /** The event at which the account's marks stand. */
  #known = 0;
  #state: 'alone' | 'shared' | 'refused' = 'alone';
  #asking: 'nothing' | 'account' = 'nothing';
  /** Events that lead to now may still be on their way. */
  #patience: 'has' | 'lost' = 'has';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: GameId, account: AccountId | null) {
    this.#game = game;
    this.#key = `${KEY}${game}.${account ?? ''}`;
    const [kept = '', news = ''] = (deviceStorage.getItem(this.#key) ?? '').split('\n');
    this.#kept = readMarks(kept);
    this.#news = readMarks(news);
  }

  get marks(): Marks {
    return this.#marks;
  }

  mark(at: Point, mark: string): void {
    const news = this.#news.no === this.#no ? this.#news : { ...NO_MARKS, no: this.#no };
    this.#changes += 1;
    this.#keep(this.#kept, marked(news, at, mark));
    this.#later(TELL_MS);
  }

  /** `events` lead up to event `no`, that of the view. */
  follow(no: number, events: readonly Numbered[]): void {
    this.#no = no;
    this.#events = events;
    this.#keep(this.#kept, this.#news);
    if (this.#isOld()) this.#later(TELL_MS);
  }

  /** From here on the account is asked and told, until what is returned is called. */
  share(): () => void {
    this.#state = 'shared';
    void this.#sync();
    const hurry = (): void => {
      if (document.visibilityState === 'hidden') this.#hurry();
    };
    document.addEventListener('visibilitychange', hurry);
    return () => {
      document.removeEventListener('visibilitychange', hurry);
      this.#hurry();
      this.#state = 'alone';
    };
  }

  #keep(kept: MarkBook, news: MarkBook): void {
    this.#kept = carried(kept, this.#no, this.#events);
    this.#news = carried(news, this.#no, this.#events);
    const { marks } = overlaid(this.#no, this.#kept, this.#news);
    if (!isSame(marks, this.#marks)) this.#marks = marks;
    if (this.#kept.marks.size + this.#news.marks.size === 0) deviceStorage.removeItem(this.#key);
    else {
      dropOld(this.#key);
      deviceStorage.setItem(this.#key, `${writeMarks(this.#kept)}\n${writeMarks(this.#news)}`);
    }
  }

  #later(wait: number): void {
    if (this.#state !== 'shared' || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#sync();
    }, wait);
  }

  /** What waits to be told is told now. */
  #hurry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#sync();
  }

  async #sync(): Promise<void> {
    if (this.#asking === 'account' || this.#state !== 'shared') return;
    this.#asking = 'account';
    try {
      const kept = fromKept(await api.marks(this.#game));
      this.#known = kept.no;
      this.#keep(kept, this.#news);
      if (this.#news.marks.size > 0 || this.#isOld()) await this.#tell();
      // What was marked meanwhile.
      if (this.#news.marks.size > 0) this.#later(TELL_MS);
    } catch (error) {
      if (isFinal(error)) this.#state = 'refused';
      else this.#later(AGAIN_MS);
    } finally {
      this.#asking = 'nothing';
    }
  }

  async #tell(): Promise<void> {
    if (this.#kept.marks.size > 0 && this.#kept.no > this.#no) {
      // Another device is ahead: what it has told is not for one to take back that does not see as much.
      this.#later(AGAIN_MS);
      return;
    }
    const isBehind = [this.#kept, this.#news].some(({ no, marks }) => marks.size > 0 && no !== this.#no);
    if (isBehind && this.#patience === 'has') {
      this.#patience = 'lost';
      this.#later(AGAIN_MS);
      return;
    }
    this.#patience = 'has';
    const [changes, book] = [this.#changes, { no: this.#no, marks: this.#marks }];
    await api.keepMarks(this.#game, toKeep(book));
    this.#known = book.no;
    this.#keep(book, changes === this.#changes ? NO_MARKS : this.#news);
  }

  #isOld(): boolean {
    return this.#marks.size > 0 && this.#no - this.#known >= TOO_OLD;
  }
}

function isSame(one: Marks, other: Marks): boolean {
  return one.size === other.size && [...one].every(([at, mark]) => other.get(at) === mark);
}

/** Whether asking again would be answered in the same way: the game has ended, or one is somebody else by now. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.problem.status < 500 && ![408, 429].includes(error.problem.status)
  );
}

/** The ids of games sort by the time when they began. */
function dropOld(kept: string): void {
  if (deviceStorage.getItem(kept) !== null) return;
  const others = deviceStorage
    .keys()
    .filter((key) => key.startsWith(KEY))
    .sort();
  for (const key of others.slice(0, Math.max(0, others.length - GAMES_KEPT + 1)))
    deviceStorage.removeItem(key);
}
