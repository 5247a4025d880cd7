import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Event, RuleSet, Seat, View } from '../api/types';
import { fold } from '../game/fold';
import { logEntries } from '../game/log';
import { resultTitle } from '../game/results';
import { setLanguage } from '../i18n';
import { zh } from '../i18n/zh';
import { COUNTS } from '../layout/pieces';
import { armyOf, leaderOf, sideName } from './armies';
import { faceDownCount, remainsOf } from './flip';
import { RULES } from './house';

setLanguage('zh');

const rules: RuleSet = { ...RULES, board: 'classic', players: 2, setup: 'flip' };
const { start, steps } = readFileSync('../vectors/client-fold.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; start: View; steps: [Event, string][] })
  .find(({ id }) => id.startsWith('flip2')) as { start: View; steps: [Event, string][] };
const events = steps.map(([event], index) => ({ no: index + 1, event }));
const last = events.at(-1)?.event as Event;
const decided = events.findIndex(({ event }) => event.colours !== null);

describe('what is left in a flip game', () => {
  it('is everything at first', () => {
    expect(faceDownCount(start.pieces)).toBe(50);
    const whole = { mines: 3, lowest: '32', fallen: [], fallenCount: 0 };
    for (const army of ['red', 'blue'] as const) expect(remainsOf(start.fallen ?? [], army)).toEqual(whole);
  });

  it('is what lies there when everything is opened', () => {
    const end = events.reduce((view, { event }) => fold(view, event), start);
    expect(end.pieces.length).toBeGreaterThan(0);
    for (const army of ['red', 'blue'] as const) {
      const own = end.pieces.filter((piece) => piece.army === army);
      const left = remainsOf(end.fallen ?? [], army);
      expect(left.fallenCount, army).toBe(25 - own.length);
      expect(left.mines, army).toBe(own.filter(({ piece }) => piece === '41').length);
      const ranks = own.map(({ piece }) => Number(piece)).filter((code) => code >= 32 && code <= 40);
      expect(left.lowest, army).toBe(ranks.length === 0 ? null : String(Math.min(...ranks)));
      for (const [piece, count] of left.fallen)
        expect(count, piece).toBe(COUNTS[piece] - own.filter((one) => one.piece === piece).length);
    }
  });
});

describe('the seats of a flip game', () => {
  it('lead no army before the first engineer, then one each', () => {
    expect(decided).toBeGreaterThan(0);
    expect(armyOf('red', rules, null)).toBeNull();
    const seats: Seat[] = ['red', 'blue'];
    expect(seats.map((seat) => armyOf(seat, rules, last.colours)).sort()).toEqual(['blue', 'red']);
    for (const seat of seats) {
      const army = armyOf(seat, rules, last.colours) as Seat;
      expect(leaderOf(army, rules, last.colours)).toBe(seat);
      expect(sideName(zh, seat, rules, last.colours)).toBe(zh.seats[army]);
    }
    expect(armyOf('purple', RULES, null)).toBe('purple');
  });

  it('are called by who began until then, and by their colours afterwards', () => {
    const early = logEntries(events.slice(0, 2), rules, zh);
    expect(early.map(({ text }) => text.slice(0, 5))).toEqual(['先手 翻开', '后手 翻开']);
    const late = logEntries(events, rules, zh);
    expect(late.every(({ text }) => /^[红蓝]方/.test(text))).toBe(true);
    expect(late.flatMap(({ notes }) => notes).every((note) => !/undefined/.test(note))).toBe(true);
  });

  it('name the winner by the colour', () => {
    const winner = last.result?.winner[0] as Seat;
    const army = armyOf(winner, rules, last.colours) as Seat;
    if (last.result !== null)
      expect(resultTitle(zh, last.result, null, rules, last.colours)).toBe(`${zh.seats[army]}胜`);
  });
});
