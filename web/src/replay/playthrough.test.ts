import { describe, expect, it } from 'vitest';

import type { Event, ExpandedGame, Said, SeenPiece, View } from '../api/types';
import { RULES } from '../modes/house';
import { landmarks, nextOf, piecesLeft, positionOfStep, previousOf, views } from './playthrough';
import { placed } from './talk';

const ZERO = { red: 0, purple: 0, blue: 0, green: 0 };
const NONE = { red: null, purple: null, blue: null, green: null };

const event = (steps: number, action: Event['action'], change: Partial<Event> = {}): Event => ({
  action,
  flags: [],
  out: [],
  colours: null,
  turn: 'red',
  steps,
  quiet: 0,
  timeouts: ZERO,
  result: null,
  opened: null,
  ...change,
});

const start: View = {
  viewer: { t: 'public' },
  turn: 'red',
  steps: 0,
  quiet: 0,
  timeouts: ZERO,
  out: [],
  flags: [],
  colours: null,
  commitment: null,
  fallen: null,
  pieces: [
    { at: 'r11', army: 'red', piece: '40' },
    { at: 'p11', army: 'purple', piece: '39' },
    { at: 'b11', army: 'blue', piece: '38' },
    { at: 'b62', army: 'blue', piece: '07' },
  ],
  last: null,
  result: null,
};

const game = (sight: 'dark' | 'partners' | 'open'): ExpandedGame => ({
  rules: { ...RULES, sight },
  names: NONE,
  opened: { layouts: NONE, shuffled: [], nonce: null, pieces: [] },
  start,
  events: [
    event(1, { t: 'move', d: { seat: 'red', route: ['r11', 'n7'], fight: null, scout: null } }),
    event(1, { t: 'timeout', d: { seat: 'purple' } }),
    event(
      2,
      { t: 'move', d: { seat: 'red', route: ['n7', 'p11'], fight: 'both', scout: null } },
      { flags: [{ seat: 'blue', at: 'b62' }] },
    ),
    event(2, { t: 'draw' }, { opened: { layouts: NONE, shuffled: [], nonce: null, pieces: start.pieces } }),
  ],
  times: [],
  result: null,
  comments: [],
  scores: NONE,
  jgs: false,
});

const known = (pieces: readonly SeenPiece[]): string[] =>
  pieces.filter(({ piece }) => piece !== null).map(({ at }) => at);

describe('stepping through a game', () => {
  it('shows everything, or what one seat knew', () => {
    const open = views(game('dark'), null);
    expect(open).toHaveLength(5);
    expect(known(open[1]?.pieces ?? [])).toEqual(['p11', 'b11', 'b62', 'n7']);
    const red = views(game('dark'), 'red');
    expect(known(red[0]?.pieces ?? [])).toEqual(['r11']);
    expect(known(red[3]?.pieces ?? [])).toEqual(['b62']);
    expect(known(red[4]?.pieces ?? [])).toEqual(['b62']);
    expect(known(views(game('partners'), 'red')[0]?.pieces ?? [])).toEqual(['r11', 'b11', 'b62']);
    expect(known(views(game('open'), 'red')[0]?.pieces ?? [])).toHaveLength(4);
  });

  it('counts the pieces that each army has left', () => {
    const open = views(game('dark'), null);
    expect(piecesLeft(open, 'red')).toEqual([1, 1, 1, 0, 1]);
    expect(piecesLeft(open, 'blue')).toEqual([2, 2, 2, 2, 2]);
  });

  it('puts what was said to where it was said', () => {
    const said = (at: number): Said => ({
      channel: 'table',
      by: { id: 'one', name: '石头', seat: 'red' },
      words: { t: 'phrase', d: 'good-move' },
      at,
    });
    const lines = placed([said(900), said(1_100), said(1_250), said(9_000)], 1_000, [50, 200, 300]);
    expect(lines.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  it('finds fights, flags and steps', () => {
    const { events } = game('dark');
    expect(landmarks(events, 'fight')).toEqual([3]);
    expect(landmarks(events, 'flag')).toEqual([3]);
    expect(landmarks(events, 'out')).toEqual([]);
    expect([nextOf([3], 0), nextOf([3], 3), previousOf([3], 4), previousOf([3], 3)]).toEqual([
      3,
      null,
      3,
      null,
    ]);
    expect([0, 1, 2, 99].map((step) => positionOfStep(events, step))).toEqual([0, 1, 3, 4]);
  });
});
