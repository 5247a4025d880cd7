import { describe, expect, it } from 'vitest';

import type { Event, Fight } from '../api/types';
import { EVENTS } from '../gallery/fixture';
import {
  carried,
  followed,
  fromKept,
  marked,
  NO_MARKS,
  overlaid,
  readMarks,
  toKeep,
  withBound,
  withPiece,
  writeMarks,
} from './marks';

const event = (fight: Fight | null): Event => ({
  ...(EVENTS[0] as Event),
  action: { t: 'move', d: { seat: 'purple', route: ['p11', 'n9', 'n6'], fight, scout: null } },
});
const book = marked(marked(NO_MARKS, 'p11', '38'), 'n6', '≤35');

describe('marks', () => {
  it.each([
    [null, { n6: '38' }],
    ['attacker', { n6: '38' }],
    ['defender', { n6: '≤35' }],
    ['both', {}],
  ] as const)('follow their pieces; who is left: %s', (fight, left) => {
    expect(Object.fromEntries(followed(book, 1, event(fight)).marks)).toEqual(left);
  });

  it('of a piece long gone do not pass to who comes to its point', () => {
    const left = marked(NO_MARKS, 'n6', '≤35');
    expect(followed(left, 1, event(null)).marks.size).toBe(0);
    expect(followed(left, 1, event('defender')).marks.get('n6')).toBe('≤35');
  });

  it('follow each event once', () => {
    const next = followed(book, 1, event(null));
    expect(followed(next, 1, event(null))).toBe(next);
  });

  it('follow events without a gap alone', () => {
    const events = [3, 4, 5].map((no) => ({ no, event: event(no === 3 ? null : 'defender') }));
    expect(carried({ ...book, no: 2 }, 5, events)).toEqual({ no: 5, marks: new Map([['n6', '38']]) });
    expect(carried({ ...book, no: 1 }, 5, events)).toEqual({ ...book, no: 1 });
    expect(carried({ ...book, no: 4 }, 5, [])).toEqual({ ...book, no: 4 });
    expect(carried(NO_MARKS, 5, [])).toEqual({ ...NO_MARKS, no: 5 });
  });

  it('lie over earlier ones, and take them away', () => {
    const news = marked(marked({ ...NO_MARKS, no: 7 }, 'n6', ''), 'p12', '41');
    const before = { ...book, no: 7 };
    expect(Object.fromEntries(overlaid(7, before, news).marks)).toEqual({ p11: '38', p12: '41' });
    expect(Object.fromEntries(overlaid(7, book, news).marks)).toEqual({ p12: '41' });
    expect(overlaid(8, before, news).marks.size).toBe(0);
  });

  it('outlive a reload, and what is no book is none', () => {
    expect(readMarks(writeMarks(book))).toEqual(book);
    expect(readMarks('{"no":"x"}')).toBe(NO_MARKS);
    expect(readMarks('[')).toBe(NO_MARKS);
    expect(readMarks('')).toBe(NO_MARKS);
    expect(fromKept(toKeep(book))).toEqual(book);
  });

  it('are put together of a bound and a piece, in any order', () => {
    expect(withPiece('', '38')).toBe('38');
    expect(withBound('38', '≥')).toBe('≥38');
    expect(withPiece('≥38', '37')).toBe('≥37');
    expect(withPiece(withBound('', '?'), '00')).toBe('00?');
    expect(withBound('≥38', '≥')).toBe('38');
  });
});
