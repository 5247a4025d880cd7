import { describe, expect, it } from 'vitest';

import type { Event, NumberedEvent, RoomSnapshot, ServerFrame, View } from '../api/types';
import { RULES } from '../modes/house';
import { keepHeard, keptEvents } from './kept';
import { applyFrame, EMPTY_ROOM, gameOf, heard, progressOf, remembering, type RoomState } from './room';

const ROOM = 'room-1';
const NONE = { red: null, purple: null, blue: null, green: null };
const ZERO = { red: 0, purple: 0, blue: 0, green: 0 };

const view = (steps: number): View => ({
  viewer: { t: 'public' },
  turn: 'red',
  steps,
  quiet: 0,
  timeouts: ZERO,
  out: [],
  flags: [],
  colours: null,
  commitment: null,
  fallen: null,
  pieces: [{ at: 'r11', army: 'red', piece: null }],
  last: null,
  result: null,
});

const snapshot = (phase: RoomSnapshot['phase'], change: Partial<RoomSnapshot> = {}): ServerFrame => ({
  t: 'room',
  d: {
    room: ROOM,
    kind: 'match',
    ranked: true,
    outlook: NONE,
    options: {
      rules: RULES,
      first: 'lot',
      turn_seconds: 30,
      arrange_seconds: 60,
      privacy: 'public',
      spectating: 'open',
      talk: 'free',
      max_flee_percent: null,
    },
    host: null,
    swap: null,
    you: { t: 'public' },
    seats: NONE,
    watchers: 0,
    phase,
    talk: [],
    now: 0,
    ...change,
  },
});

const playing = (no: number, game = 'g1', seen: View | null = view(no)): ServerFrame =>
  snapshot({ t: 'playing', d: { game, no, view: seen, clock: null, legal: null, offer: null } });

const event = (no: number, change: Partial<Event> = {}, game = 'g1'): ServerFrame & { d: NumberedEvent } => ({
  t: 'event',
  d: {
    room: ROOM,
    game,
    no,
    at: no,
    event: {
      action: { t: 'timeout', d: { seat: 'red' } },
      flags: [],
      out: [],
      colours: null,
      turn: 'purple',
      steps: no,
      quiet: no,
      timeouts: ZERO,
      result: null,
      opened: null,
      ...change,
    },
    clock: { seat: 'purple', deadline: 30_000, limit_ms: 30_000 },
    legal: null,
  },
});

function after(...frames: ServerFrame[]): RoomState {
  return frames.reduce((state, frame) => {
    const applied = applyFrame(state, ROOM, frame);
    if (applied.t === 'gap') throw new Error(`a gap at ${JSON.stringify(frame)}`);
    return applied.state;
  }, EMPTY_ROOM);
}

const numbers = (state: RoomState): number[] => heard(state).map(({ no }) => no);

describe('a room', () => {
  it('begins with a snapshot and folds what follows', () => {
    const state = after(playing(3), event(4), event(5));
    expect(state.snapshot?.phase).toMatchObject({ t: 'playing', d: { no: 5, clock: { seat: 'purple' } } });
    expect(state.snapshot && gameOf(state.snapshot.phase)?.view?.steps).toBe(5);
    expect(progressOf(state)).toEqual({ game: 'g1', no: 5 });
    expect(numbers(state)).toEqual([4, 5]);
    // The very list, so that nothing is made of it anew at frames that are no events.
    expect(heard(state)).toBe(state.events);
  });

  it('finds gaps', () => {
    const state = after(playing(3));
    expect(applyFrame(state, ROOM, event(5))).toEqual({ t: 'gap' });
    expect(applyFrame(state, ROOM, event(4, {}, 'g2'))).toEqual({ t: 'gap' });
    expect(applyFrame(state, ROOM, playing(7, 'g1', null))).toEqual({ t: 'gap' });
  });

  it('rests on the events before a snapshot without a view', () => {
    const state = after(playing(0), event(1), event(1), event(2), playing(2, 'g1', null));
    expect(state.snapshot && gameOf(state.snapshot.phase)?.view?.steps).toBe(2);
    expect(numbers(state)).toEqual([1, 2]);
  });

  it('fills the list of steps with events that are sent again, without folding them', () => {
    const state = after(playing(3), event(4), event(1), event(2));
    expect(numbers(state)).toEqual([4]);
    const whole = after(playing(3), event(4), event(1), event(2), event(3), event(4));
    expect(numbers(whole)).toEqual([1, 2, 3, 4]);
    expect(whole.snapshot && gameOf(whole.snapshot.phase)?.no).toBe(4);
  });

  it('remembers what an earlier page heard, until it hears more itself', () => {
    const kept = [1, 2, 3].map((no) => event(no).d);
    const reloaded = remembering(after(playing(3)), kept);
    expect(numbers(reloaded)).toEqual([1, 2, 3]);
    expect(numbers(remembering(after(playing(3)), kept.slice(0, 2)))).toEqual([]);
    expect(numbers(remembering(after(playing(3, 'g2')), kept))).toEqual([]);
    expect(remembering(after(playing(2), event(3)), kept).events).toHaveLength(1);
    expect(remembering(EMPTY_ROOM, kept)).toBe(EMPTY_ROOM);
  });

  it('keeps the steps of one game on this device, without what was the player’s own', () => {
    const own = { ...event(1).d, legal: { moves: [{ from: 'r11', to: ['n7'] }], flips: [] } };
    keepHeard([own]);
    expect(keptEvents()).toEqual([{ ...own, clock: null, legal: null }]);
    keepHeard([]);
    expect(keptEvents()).toHaveLength(1);
    localStorage.setItem('siguo.heard', 'broken');
    expect(keptEvents()).toEqual([]);
  });

  it('drops the steps of the game before', () => {
    expect(numbers(after(playing(0), event(1), playing(0, 'g2')))).toEqual([]);
  });

  it('ends with the event that opens everything, and keeps the scores told after it', () => {
    const opened = { layouts: NONE, shuffled: [], nonce: null, pieces: [] };
    const result = { winner: ['red', 'blue'], reason: 'flag', void: false, steps: 1 } as Event['result'];
    const score = {
      before: 48,
      change: 2,
      reason: 'win',
      title_before: 'private',
      title_after: 'private',
    } as const;
    const state = after(playing(0), event(1, { result, opened, turn: null }), {
      t: 'scores',
      d: { room: ROOM, game: 'g1', scores: { ...NONE, red: score } },
    });
    expect(state.snapshot?.phase).toMatchObject({
      t: 'ended',
      d: { opened, scores: { red: { change: 2 } } },
    });
  });

  it('keeps presence, talk and offers', () => {
    const occupant = {
      player: {
        id: 'a',
        kind: 'person',
        level: null,
        name: '石头',
        score: 0,
        title: 'private',
        tally: ZERO_TALLY,
      },
      link: { t: 'up' },
      ready: false,
    } as const;
    const offer = { by: 'red', agreed: ['red'], deadline: 20_000 } as const;
    const said = {
      channel: 'table',
      by: { id: 'one', name: '石头', seat: 'red' },
      words: { t: 'text', d: '你好' },
      at: 1,
    } as const;
    const state = after(
      playing(0),
      { t: 'seat', d: { room: ROOM, seat: 'red', occupant } },
      { t: 'link', d: { room: ROOM, seat: 'red', link: { t: 'down', d: { since: 5 } } } },
      { t: 'ready', d: { room: ROOM, seat: 'red', ready: true } },
      { t: 'said', d: { room: ROOM, said } },
      { t: 'watchers', d: { room: ROOM, count: 2 } },
      { t: 'offer', d: { room: ROOM, offer: { ...offer, agreed: ['red'] }, refused: null } },
    );
    expect(state.snapshot).toMatchObject({
      seats: { red: { link: { t: 'down' }, ready: true } },
      talk: [said],
      watchers: 2,
      phase: { d: { offer } },
    });
    const refused = applyFrame(state, ROOM, { t: 'offer', d: { room: ROOM, offer: null, refused: 'blue' } });
    expect(refused).toMatchObject({
      state: { note: { t: 'offer-refused', d: { by: 'blue' } } },
    });
  });

  it('notes what the partner points out', () => {
    const frame: ServerFrame = { t: 'pointed', d: { room: ROOM, at: 'n5', to: null } };
    expect(after(playing(0), frame).note).toEqual({ t: 'pointed', d: { at: 'n5', to: null } });
  });

  it('halts the time for arranging while nothing can be saved', () => {
    const arranging = snapshot({ t: 'arranging', d: { game: 'g1', deadline: 60_000, layout: null } });
    const halted: ServerFrame = { t: 'clock', d: { room: ROOM, clock: null } };
    expect(after(arranging).arranging).toBe('runs');
    expect(after(arranging, halted).arranging).toBe('halted');
    expect(after(arranging, halted, arranging).arranging).toBe('runs');
  });

  it('does not hear other rooms', () => {
    const state = after(playing(0));
    const other = { t: 'watchers', d: { room: 'room-2', count: 9 } } as const;
    expect(applyFrame(state, ROOM, other)).toEqual({ t: 'state', state });
  });
});

const ZERO_TALLY = { played: 0, won: 0, lost: 0, drawn: 0, fled: 0 };
