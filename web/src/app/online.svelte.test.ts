import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { Account, ClientFrame, Hello, Me, Reply, ServerFrame } from '../api/types';
import { playing, roomIn } from '../gallery/people';
import type { WireEvents } from '../net/connection';
import { online } from './online.svelte';

/** The server's end of the newest wire. */
let wire: { readonly events: WireEvents; readonly sent: ClientFrame[] };

vi.mock('../net/socket', () => ({
  openSocket: (events: WireEvents) => {
    const sent: ClientFrame[] = [];
    wire = { events, sent };
    return { send: (text: string) => sent.push(JSON.parse(text) as ClientFrame), close: () => undefined };
  },
  whenAwake: () => () => undefined,
}));

const ROOM = roomIn(playing('none'));

function account(id: string): Account {
  return { id, kind: 'person', role: 'user', name: id, score: 0, title: 'private', no_ranked_until: null };
}

/** Whose cookie the browser has. */
let cookie = 'anna';
const me = (): Me => ({ account: account(cookie), language: null, room: null, preferences: {} });

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
}

function say(frame: ServerFrame): void {
  wire.events.text(JSON.stringify(frame));
}

async function greet(more: Partial<Hello> = {}): Promise<void> {
  await settle();
  wire.events.open();
  const hello = wire.sent.find(({ cmd }) => cmd.t === 'hello');
  if (hello === undefined) throw new Error('no greeting');
  const now = { version: 1, server: '0.1.0', you: account(cookie), room: null, now: 0 };
  const d = { ...now, started: 0, restart: null, ...more };
  say({ t: 'answer', d: { id: hello.id, reply: { t: 'ok', d: { t: 'hello', d } } } });
  await settle();
}

let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'me').mockImplementation(() => Promise.resolve(me()));
  cookie = 'anna';
  stop = online.start(() => undefined);
  await greet();
  online.enter(ROOM.room);
  say({ t: 'room', d: ROOM });
  const line = { mode: 'four', since: 0, waiting: 2, widened: false, usual_ms: null } as const;
  say({ t: 'queue', d: { t: 'waiting', d: line } });
  const partner = ROOM.seats.blue?.player;
  if (partner === undefined) throw new Error('nobody there');
  say({ t: 'pair', d: { pairing: { partner, sent: null, received: [] }, news: null } });
});

afterEach(() => {
  stop();
  online.restart();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shown = (): unknown[] => [
  online.room(ROOM.room)?.state.snapshot?.room ?? null,
  online.queue?.t ?? null,
  online.pairing.partner?.name ?? null,
];

describe('another tab', () => {
  it('that logs in as somebody else leaves nothing of what one saw before', async () => {
    expect(shown()).toEqual([ROOM.room, 'waiting', ROOM.seats.blue?.player.name]);
    const { era } = online;
    cookie = 'bert';
    wire.events.closed(4001);
    await greet();
    expect(online.link.t).toBe('up');
    expect(shown()).toEqual([null, null, null]);
    expect(online.era).toBe(era + 1);
    expect(wire.sent.filter(({ cmd }) => cmd.t === 'join' || cmd.t === 'part')).toEqual([]);
  });

  it('that logs in again as the same account changes nothing', async () => {
    const { era } = online;
    wire.events.closed(4001);
    await greet();
    expect(online.room(ROOM.room)?.state.snapshot?.room).toBe(ROOM.room);
    expect(online.era).toBe(era);
  });

  it('is followed when the connection has not ended, as soon as it is heard of', async () => {
    cookie = 'bert';
    const before = wire;
    await session.refresh();
    await greet();
    expect(wire).not.toBe(before);
    expect(shown()).toEqual([null, null, null]);
  });
});

/** Answers the last command of that kind. */
function answer(kind: ClientFrame['cmd']['t'], reply: Reply): void {
  const asked = wire.sent.findLast(({ cmd }) => cmd.t === kind);
  if (asked === undefined) throw new Error(`no ${kind}`);
  say({ t: 'answer', d: { id: asked.id, reply } });
}

const DONE: Reply = { t: 'ok', d: { t: 'done' } };
const waiting: ServerFrame = {
  t: 'queue',
  d: { t: 'waiting', d: { mode: 'two', since: 0, waiting: 1, widened: false, usual_ms: null } },
};
const queued = (): number => wire.sent.filter(({ cmd }) => cmd.t === 'queue').length;

describe('a restart of the server', () => {
  it('has whoever stood in the line line up again, once, and says so', async () => {
    void online.quickMatch('two');
    answer('queue', DONE);
    say(waiting);
    const restart = { at: 60_000, early: false };
    say({ t: 'restart', d: { restart } });
    say({ t: 'queue', d: { t: 'gone', d: { why: 'server' } } });
    expect([online.restarting, online.queue, online.lineAfter]).toEqual([restart, null, 'waits']);
    await vi.advanceTimersByTimeAsync(1000);
    answer('queue', { t: 'error', d: { t: 'restarting', d: { at: restart.at } } });
    await settle();
    expect([online.lineRefusal, online.lineAfter]).toEqual([null, 'waits']);

    wire.events.closed(1001);
    await vi.advanceTimersByTimeAsync(2000);
    expect(online.restarting).toEqual(restart);
    await greet({ started: 70_000 });
    expect([online.restarting, queued()]).toEqual([null, 1]);
    answer('queue', DONE);
    say(waiting);
    await settle();
    expect([online.lineAfter, queued()]).toEqual(['again', 1]);
  });

  it('has the clocks of games stand while the server is away', async () => {
    const at = online.now() + 1_000;
    say({ t: 'restart', d: { restart: { at, early: false } } });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(online.gameNow()).toBe(online.now());
    wire.events.closed(1001);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([online.gameNow(), online.now() > at]).toEqual([at, true]);
    await greet({ started: 1 });
    expect(online.gameNow()).toBe(online.now());
  });

  it('has nobody line up again who has stopped searching, or asks for something else', async () => {
    for (const other of [() => online.stopSearching(), () => online.practise('novice')]) {
      void online.quickMatch('two');
      answer('queue', DONE);
      say({ t: 'restart', d: { restart: { at: 60_000, early: true } } });
      say({ t: 'queue', d: { t: 'gone', d: { why: 'server' } } });
      void other().catch(() => undefined);
      expect(online.lineAfter).toBe('none');
      const before = queued();
      say({ t: 'restart', d: { restart: null } });
      await vi.advanceTimersByTimeAsync(2000);
      expect(queued()).toBe(before);
    }
  });

  it('that is taken back has whoever waits for it line up at once', async () => {
    void online.quickMatch('two');
    answer('queue', DONE);
    say({ t: 'restart', d: { restart: { at: 60_000, early: true } } });
    say({ t: 'queue', d: { t: 'gone', d: { why: 'server' } } });
    const before = queued();
    say({ t: 'restart', d: { restart: null } });
    expect([online.restarting, queued()]).toEqual([null, before + 1]);
    await vi.advanceTimersByTimeAsync(0);
  });

  it('ends a pair, which is told, and does not line up one of the two alone', async () => {
    void online.quickMatch('four');
    answer('queue', DONE);
    wire.events.closed(1006);
    await vi.advanceTimersByTimeAsync(2000);
    await greet({ started: 70_000 });
    expect([online.pairing.partner, online.pairEnded, queued()]).toEqual([
      null,
      ROOM.seats.blue?.player.name,
      0,
    ]);
  });
});
