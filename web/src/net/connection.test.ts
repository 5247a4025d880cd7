import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClientFrame, Command, Done, Progress, ServerFrame } from '../api/types';
import { Refused, Unanswered } from './commands';
import { Connection, type LinkState, type WireEvents } from './connection';

const ROOM = '01934b1e-0000-7000-8000-0000000000aa';
const HELLO: Done = {
  t: 'hello',
  d: {
    version: 1,
    server: '0.1.0',
    you: {
      id: 'a',
      kind: 'person',
      role: 'user',
      name: '石头',
      score: 48,
      title: 'private',
      no_ranked_until: null,
    },
    room: null,
    now: 5_000_000,
    started: 1_000_000,
    restart: null,
  },
};

/** A server of one line at a time, driven by hand. */
class Bench {
  readonly wires: { events: WireEvents; sent: ClientFrame[]; closed: boolean }[] = [];
  readonly states: LinkState[] = [];
  readonly frames: ServerFrame[] = [];
  admit = vi.fn(() => Promise.resolve());
  readonly connection = new Connection(
    {
      admit: () => this.admit(),
      open: (events) => {
        const wire = { events, sent: [] as ClientFrame[], closed: false };
        this.wires.push(wire);
        return {
          send: (text) => wire.sent.push(JSON.parse(text) as ClientFrame),
          close: () => (wire.closed = true),
        };
      },
      now: () => Date.now(),
      random: () => 0.5,
    },
    { state: (state) => this.states.push(state), frame: (frame) => this.frames.push(frame) },
  );

  get wire(): (typeof this.wires)[number] {
    const wire = this.wires.at(-1);
    if (wire === undefined) throw new Error('no wire was opened');
    return wire;
  }

  commands(kind: Command['t']): ClientFrame[] {
    return this.wire.sent.filter(({ cmd }) => cmd.t === kind);
  }

  async answer(kind: Command['t'], done: Done): Promise<void> {
    const frame = this.commands(kind).at(-1);
    if (frame === undefined) throw new Error(`no ${kind} was sent`);
    this.wire.events.text(
      JSON.stringify({ t: 'answer', d: { id: frame.id, reply: { t: 'ok', d: done } } } satisfies ServerFrame),
    );
    await vi.advanceTimersByTimeAsync(0);
  }

  /** Opens the newest wire and greets. */
  async greet(hello: Done = HELLO): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    this.wire.events.open();
    await this.answer('hello', hello);
  }

  async up(): Promise<void> {
    this.connection.start();
    await this.greet();
  }

  async closed(code: number): Promise<void> {
    this.wire.events.closed(code);
    await vi.advanceTimersByTimeAsync(0);
  }
}

let bench: Bench;
beforeEach(() => {
  vi.useFakeTimers();
  bench = new Bench();
});
afterEach(() => {
  bench.connection.stop();
  vi.useRealTimers();
});

describe('greeting', () => {
  it('makes sure of an account, opens, and says hello first', async () => {
    const early = bench.connection.ask({ t: 'unqueue' });
    await bench.up();
    expect(bench.admit).toHaveBeenCalledOnce();
    expect(bench.wire.sent[0]?.cmd).toEqual({ t: 'hello', d: { version: 1 } });
    expect(bench.states.map(({ t }) => t)).toEqual(['connecting', 'up']);
    await bench.answer('unqueue', { t: 'done' });
    expect(await early).toEqual({ t: 'done' });
  });

  it('tells the server’s time from several round trips', async () => {
    await bench.up();
    for (const now of [5_000_000, 5_000_001, 5_000_002])
      await bench.answer('time', { t: 'time', d: { now } });
    expect(bench.commands('time')).toHaveLength(3);
    expect(bench.connection.clock.now()).toBe(5_000_002);
  });

  it('ends when the server speaks another version', async () => {
    bench.connection.start();
    await vi.advanceTimersByTimeAsync(0);
    bench.wire.events.open();
    const id = bench.wire.sent[0]?.id ?? 0;
    const why = { t: 'version', d: { server: 2 } } as const;
    bench.wire.events.text(JSON.stringify({ t: 'answer', d: { id, reply: { t: 'error', d: why } } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(bench.connection.state).toEqual({ t: 'ended', reason: 'update' });
    await expect(bench.connection.ask({ t: 'unqueue' })).rejects.toBeInstanceOf(Unanswered);
  });
});

describe('commands', () => {
  it('are numbered one by one and answered once', async () => {
    await bench.up();
    const move = bench.connection.ask({ t: 'move', d: { game: 'g', after: 0, from: 'r11', to: 'n7' } });
    const [first, second] = bench.wire.sent.slice(-2).map(({ id }) => id);
    expect((second ?? 0) - (first ?? 0)).toBe(1);
    await bench.answer('move', { t: 'played', d: { no: 1 } });
    await bench.answer('move', { t: 'played', d: { no: 9 } });
    expect(await move).toEqual({ t: 'played', d: { no: 1 } });
  });

  it('tell why they were refused', async () => {
    await bench.up();
    const asked = bench.connection.ask({ t: 'unqueue' });
    const id = bench.commands('unqueue')[0]?.id;
    bench.wire.events.text(
      JSON.stringify({ t: 'answer', d: { id, reply: { t: 'error', d: { t: 'not-queued' } } } }),
    );
    await expect(asked).rejects.toEqual(new Refused({ t: 'not-queued' }));
  });

  it('without an answer are sent again under the same numbers, after the rooms are joined', async () => {
    await bench.up();
    let have: Progress | null = null;
    bench.connection.follow(ROOM, { have: () => have, password: () => null, refused: vi.fn() });
    const surrender = bench.connection.ask({ t: 'surrender', d: { game: 'g' } });
    const id = bench.commands('surrender')[0]?.id;
    have = { game: 'g', no: 57 };
    await bench.closed(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    await bench.greet();
    expect(bench.wires).toHaveLength(2);
    expect(bench.wire.sent.map(({ cmd }) => cmd.t).slice(0, 3)).toEqual(['hello', 'join', 'surrender']);
    expect(bench.commands('join')[0]?.cmd).toEqual({ t: 'join', d: { room: ROOM, have, password: null } });
    expect(bench.commands('surrender')[0]?.id).toBe(id);
    await bench.answer('surrender', { t: 'done' });
    expect(await surrender).toEqual({ t: 'done' });
  });
});

describe('coming back', () => {
  it('waits longer with each failure, up to a bound', async () => {
    bench.admit = vi.fn(() => Promise.reject(new Error('no network')));
    bench.connection.start();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await vi.advanceTimersByTimeAsync(0);
      const state = bench.connection.state;
      if (state.t !== 'waiting') throw new Error(`expected to wait, is ${state.t}`);
      waits.push(state.until - Date.now());
      await vi.advanceTimersByTimeAsync(state.until - Date.now());
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 11_250, 11_250, 11_250]);
  });

  it.each([4002, 4004])('comes back at once after %i', async (code) => {
    await bench.up();
    await bench.closed(code);
    expect(bench.wires).toHaveLength(2);
    expect(bench.states.map(({ t }) => t)).toEqual(['connecting', 'up', 'waiting', 'connecting']);
    expect(bench.states.at(-1)).toEqual({ t: 'connecting', lost: true });
  });

  it.each([
    [4000, 'update'],
    [4001, 'logged-out'],
    [1002, 'fault'],
    [1003, 'fault'],
    [1007, 'fault'],
    [1009, 'fault'],
  ] as const)('does not come back by itself after %i', async (code, reason) => {
    await bench.up();
    await bench.closed(code);
    expect(bench.connection.state).toEqual({ t: 'ended', reason });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bench.wires).toHaveLength(1);
  });

  it('keeps its peace for a while after too many refusals', async () => {
    await bench.up();
    await bench.closed(4003);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(bench.wires).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bench.wires).toHaveLength(2);
  });

  it('is back soon after a restart, however long that took within five minutes', async () => {
    await bench.up();
    await bench.closed(1001);
    for (let attempt = 1; attempt <= 240; attempt += 1) {
      await vi.advanceTimersByTimeAsync(1_249);
      expect(bench.wires).toHaveLength(attempt);
      await vi.advanceTimersByTimeAsync(1);
      expect(bench.wires).toHaveLength(attempt + 1);
      await bench.closed(1006);
    }
  });

  it('does not wait when the page wakes up', async () => {
    await bench.up();
    await bench.closed(1001);
    bench.connection.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(bench.wires).toHaveLength(2);
  });

  it('finds a line that died silently, sooner when the page wakes up', async () => {
    await bench.up();
    for (let trip = 0; trip < 3; trip += 1) await bench.answer('time', { t: 'time', d: { now: 1 } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bench.commands('time')).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(bench.connection.state.t).toBe('up');
    await vi.advanceTimersByTimeAsync(1);
    expect(bench.wires[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await bench.greet();
    bench.connection.wake();
    await vi.advanceTimersByTimeAsync(2_501);
    expect(bench.wires).toHaveLength(3);
  });

  it('hears nothing of an old line any more', async () => {
    await bench.up();
    const old = bench.wire;
    await bench.closed(4002);
    await bench.greet();
    old.events.text(JSON.stringify({ t: 'watchers', d: { room: ROOM, count: 3 } }));
    old.events.closed(1006);
    expect(bench.frames).toEqual([]);
    expect(bench.connection.state.t).toBe('up');
  });
});

it('asks nothing and follows nothing further once the account is another', async () => {
  await bench.up();
  const follower = { have: () => null, password: () => null, refused: vi.fn() };
  bench.connection.follow(ROOM, follower);
  const asked = bench.connection.ask({ t: 'unqueue' });
  const failed = expect(asked).rejects.toBeInstanceOf(Unanswered);
  await bench.closed(4002);
  if (HELLO.t !== 'hello') throw new Error('no greeting');
  await bench.greet({ ...HELLO, d: { ...HELLO.d, you: { ...HELLO.d.you, id: 'b' } } });
  await failed;
  expect([bench.commands('join'), bench.commands('unqueue')]).toEqual([[], []]);
});

describe('rooms', () => {
  it('tell the follower when it is not let in', async () => {
    await bench.up();
    const refused = vi.fn();
    bench.connection.follow(ROOM, { have: () => null, password: () => null, refused });
    const id = bench.commands('join')[0]?.id;
    const reply = { t: 'error', d: { t: 'no-such-room' } };
    bench.wire.events.text(JSON.stringify({ t: 'answer', d: { id, reply } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toHaveBeenCalledWith(new Refused({ t: 'no-such-room' }));
  });

  it('are parted from when nobody follows any more', async () => {
    await bench.up();
    bench.connection.follow(ROOM, { have: () => null, password: () => null, refused: vi.fn() });
    bench.connection.unfollow(ROOM);
    expect(bench.commands('part')).toHaveLength(1);
    await bench.closed(4002);
    await bench.greet();
    expect(bench.commands('join')).toHaveLength(0);
  });

  it('are joined along with the first greeting, once', async () => {
    const follower = { have: () => null, password: () => null, refused: vi.fn() };
    bench.connection.follow(ROOM, follower);
    bench.connection.start();
    await vi.advanceTimersByTimeAsync(0);
    bench.wire.events.open();
    expect(bench.wire.sent.map(({ cmd }) => cmd.t)).toEqual(['hello', 'join']);
    await bench.answer('hello', HELLO);
    expect(bench.commands('join')).toHaveLength(1);
    await bench.closed(4002);
    await vi.advanceTimersByTimeAsync(0);
    bench.wire.events.open();
    expect(bench.wire.sent.map(({ cmd }) => cmd.t)).toEqual(['hello']);
    await bench.answer('hello', HELLO);
    expect(bench.commands('join')).toHaveLength(1);
  });

  it('are joined again for whoever came between', async () => {
    const follower = () => ({ have: () => null, password: () => null, refused: vi.fn() });
    const [gone, here] = [follower(), follower()];
    bench.connection.follow(ROOM, gone);
    bench.connection.start();
    await vi.advanceTimersByTimeAsync(0);
    bench.wire.events.open();
    bench.connection.unfollow(ROOM);
    bench.connection.follow(ROOM, here);
    await bench.answer('hello', HELLO);
    expect(bench.commands('join')).toHaveLength(2);
    expect(bench.commands('part')).toHaveLength(0);
  });

  it('are parted from when they were left before the greeting was answered', async () => {
    bench.connection.follow(ROOM, { have: () => null, password: () => null, refused: vi.fn() });
    bench.connection.start();
    await vi.advanceTimersByTimeAsync(0);
    bench.wire.events.open();
    bench.connection.unfollow(ROOM);
    await bench.answer('hello', HELLO);
    expect([bench.commands('join'), bench.commands('part')].map(({ length }) => length)).toEqual([1, 1]);
  });
});
