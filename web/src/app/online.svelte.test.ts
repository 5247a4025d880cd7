import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { Account, ClientFrame, Me, ServerFrame } from '../api/types';
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

async function greet(): Promise<void> {
  await settle();
  wire.events.open();
  const hello = wire.sent.find(({ cmd }) => cmd.t === 'hello');
  if (hello === undefined) throw new Error('no greeting');
  const d = { version: 1, server: '0.1.0', you: account(cookie), room: null, now: 0 };
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
