import { describe, expect, it } from 'vitest';

import { EVENTS } from '../gallery/fixture';
import { roomIn, arranging } from '../gallery/people';
import { en } from '../i18n/en';
import { zh } from '../i18n/zh';
import { logEntries } from './log';

const rules = roomIn(arranging).options.rules;
const numbered = EVENTS.map((event, index) => ({ no: index + 1, event }));
const at = (no: number, words = zh): unknown => {
  const entry = logEntries(numbered, rules, words)[no - 1];
  return entry === undefined ? null : [entry.step, entry.text, ...entry.notes];
};

describe('the step list', () => {
  it('says who went where', () => {
    expect(at(96)).toEqual([96, '绿方 绿23 → 绿13']);
    expect(at(96, en)).toEqual([96, 'Green G23 → G13']);
  });

  it('says who took what, and whose flag was shown', () => {
    expect(at(91)).toEqual([91, '蓝方 九宫2 → 紫15', '蓝方吃掉紫方一子']);
    expect(at(92)).toEqual([92, '绿方 蓝15 → 蓝14', '绿方一子被蓝方吃掉']);
    expect(at(17)).toContain('紫方司令阵亡，亮旗：紫64');
  });

  it('tells what it can when the beginning was not heard', () => {
    const late = logEntries(numbered.slice(90), rules, zh);
    expect(late[0]).toMatchObject({ no: 91, step: 91, text: '蓝方 九宫2 → 紫15', notes: ['蓝方吃掉一子'] });
  });

  it('counts no step for a lost turn, and says who is out', () => {
    const before = numbered[0] as (typeof numbered)[number];
    const timeouts = { red: 0, purple: 5, blue: 0, green: 0 };
    const out = [{ seat: 'purple', reason: 'timeouts', step: 1 } as const];
    const lost = { ...before.event, action: { t: 'timeout', d: { seat: 'purple' } } as const, timeouts, out };
    const [, entry] = logEntries([before, { no: 2, event: lost }], rules, zh);
    expect(entry).toEqual({
      no: 2,
      step: null,
      seat: 'purple',
      text: '紫方超时 5/5',
      notes: ['紫方超时 5 次，出局'],
    });
  });
});
