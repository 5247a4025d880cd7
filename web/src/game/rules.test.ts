import { describe, expect, it } from 'vitest';

import type { RuleSet } from '../api/types';
import { zh } from '../i18n/zh';
import { setLanguage } from '../i18n';
import { RULES } from '../modes/house';
import { houseRules, modeName } from './rules';

setLanguage('zh');

describe('what differs from the default rules', () => {
  it('is nothing in them, whatever the mode', () => {
    expect(houseRules(zh, RULES)).toEqual([]);
    expect(houseRules(zh, { ...RULES, board: 'classic', players: 2, setup: 'flip' })).toEqual([]);
  });

  it('is told of every field that may differ', () => {
    const differing: Partial<RuleSet> = {
      order: 'clockwise',
      mine: 'both',
      corner: 'one-turn',
      engineer_scouts: true,
      bombs_fly: true,
      bombs_front_row: true,
      hq_exit: true,
      timeouts: 0,
      quiet_limit: 71,
      step_limit: 300,
    };
    // What is left of a rule set is the mode.
    const told = Object.keys(differing);
    expect(Object.keys(RULES).filter((key) => !told.includes(key))).toEqual([
      'board',
      'players',
      'setup',
      'sight',
    ]);
    for (const [key, value] of Object.entries(differing))
      expect(houseRules(zh, { ...RULES, [key]: value }), key).toHaveLength(1);
    expect(houseRules(zh, { ...RULES, quiet_limit: 0 })).toEqual(['无吃子不和']);
    expect(houseRules(zh, { ...RULES, quiet_limit: 71, step_limit: 300 })).toEqual([
      '71 步无吃子和棋',
      '满 300 步和棋',
    ]);
  });
});

it('names every mode', () => {
  expect(modeName(zh, { ...RULES, sight: 'partners' })).toBe('四国·双明');
  expect(modeName(zh, { ...RULES, players: 2, sight: 'open' })).toBe('单挑·明棋');
  expect(modeName(zh, { ...RULES, board: 'classic', players: 2 })).toBe('两国军棋·暗棋');
  expect(modeName(zh, { ...RULES, board: 'classic', players: 2, setup: 'flip' })).toBe('翻棋');
});
