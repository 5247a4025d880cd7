import { describe, expect, it } from 'vitest';

import type { LogEntry } from '../game/log';
import { Herald, type Moment } from './herald';

const WORDS = {
  goesTo: '到',
  sentenceEnd: '。',
  yourTurn: '轮到你走',
  missed: (count: number): string => `前面略过 ${count} 条`,
};
const entry = (no: number, notes: string[] = [], step: number | null = no): LogEntry => ({
  no,
  step,
  seat: 'red',
  text: `第${no}着 → 红11`,
  notes,
});
const upTo = (no: number): LogEntry[] => Array.from({ length: no }, (_, index) => entry(index + 1));
const moment = (entries: readonly LogEntry[], change: Partial<Moment> = {}): Moment => ({
  entries,
  turn: 'other',
  result: null,
  ...change,
});

describe('the herald', () => {
  it('tells each event once, in the words of the list, and nothing of what was before', () => {
    const herald = new Herald(moment(upTo(3)));
    expect(herald.tell(moment(upTo(3)), WORDS)).toEqual({ polite: [], assertive: [] });
    const entries = [...upTo(3), entry(4, ['红方吃掉紫方一子'])];
    expect(herald.tell(moment(entries), WORDS).polite).toEqual(['第4着 到 红11。红方吃掉紫方一子']);
    expect(herald.tell(moment(entries), WORDS)).toEqual({ polite: [], assertive: [] });
  });

  it('tells all that came at one time', () => {
    const herald = new Herald(moment([]));
    expect(herald.tell(moment(upTo(2)), WORDS).polite).toHaveLength(2);
  });

  it('says the own turn at once, together with what led to it', () => {
    const herald = new Herald(moment(upTo(3)));
    expect(herald.tell(moment(upTo(4), { turn: 'own' }), WORDS)).toEqual({
      polite: [],
      assertive: ['第4着 到 红11', '轮到你走'],
    });
    expect(herald.tell(moment(upTo(4), { turn: 'own' }), WORDS).assertive).toEqual([]);
  });

  it('says it again when the others’ moves all came at once', () => {
    const herald = new Herald(moment(upTo(4), { turn: 'own' }));
    expect(herald.tell(moment(upTo(8), { turn: 'own' }), WORDS).assertive.at(-1)).toBe('轮到你走');
  });

  it('does not say it again because somebody surrenders meanwhile', () => {
    const herald = new Herald(moment(upTo(4), { turn: 'own' }));
    const entries = [...upTo(4), entry(5, [], null)];
    expect(herald.tell(moment(entries, { turn: 'own' }), WORDS)).toEqual({
      polite: ['第5着 到 红11'],
      assertive: [],
    });
  });

  it('leaves out what is too much after an absence', () => {
    const herald = new Herald(moment(upTo(1)));
    const { polite } = herald.tell(moment(upTo(30)), WORDS);
    expect(polite).toHaveLength(7);
    expect(polite[0]).toBe('前面略过 23 条');
  });

  it('tells the end once', () => {
    const herald = new Herald(moment(upTo(4)));
    const ended = moment(upTo(5), { result: '本局结束、我方胜' });
    expect(herald.tell(ended, WORDS).assertive).toEqual(['第5着 到 红11', '本局结束、我方胜']);
    expect(herald.tell(ended, WORDS).assertive).toEqual([]);
  });
});
