import { describe, expect, it } from 'vitest';

import { freshDraft } from '../game/options';
import { houseRulesOf, isOn, withRule } from './house';
import { modeOf, MODES, PRESETS, presetOf, sightsOf, withMode, withPreset, withSight } from './modes';

const { options } = freshDraft();

describe('a mode', () => {
  it.each(MODES)('%s is known by its rules', (mode) => {
    expect(modeOf(withMode(options, mode).rules)).toBe(mode);
  });

  it('keeps the sight where it is one of its own', () => {
    const open = withSight(options, 'open');
    expect(MODES.map((mode) => withMode(open, mode).rules.sight)).toEqual(['open', 'open', 'open', 'dark']);
    expect(withMode(withSight(options, 'partners'), 'duel').rules.sight).toBe('dark');
    for (const mode of MODES) expect(sightsOf(mode)).toContain('dark');
  });

  it('does not let an empty seat start', () => {
    expect(withMode({ ...options, first: 'purple' }, 'duel').first).toBe('lot');
    expect(withMode({ ...options, first: 'blue' }, 'flip').first).toBe('blue');
  });
});

describe('house rules', () => {
  it('are switched on and off', () => {
    for (const rule of houseRulesOf(options.rules)) {
      const on = withRule(options.rules, rule, 'on');
      expect(isOn(options.rules, rule), rule).toBe(false);
      expect(isOn(on, rule), rule).toBe(true);
      expect(withRule(on, rule, 'off')).toEqual(options.rules);
    }
  });

  it('go with a mode in which they mean nothing', () => {
    const rules = houseRulesOf(options.rules).reduce((all, rule) => withRule(all, rule, 'on'), options.rules);
    const flip = withMode({ ...options, rules }, 'flip').rules;
    expect(houseRulesOf(flip)).toEqual(['mineBoth', 'oneTurn', 'bombsFly', 'noTimeouts']);
    expect(flip).toMatchObject({ order: 'counterclockwise', hq_exit: false, bombs_fly: true, timeouts: 0 });
    expect(withSight({ ...options, rules }, 'open').rules.engineer_scouts).toBe(false);
  });
});

describe('a preset', () => {
  it.each(PRESETS)('%s is known again, in every mode', (preset) => {
    for (const mode of MODES) {
      const chosen = withPreset(withMode(options, mode), preset);
      expect(presetOf(chosen)).toBe(preset);
      expect(modeOf(chosen.rules)).toBe(mode);
    }
  });

  it('is none where a rule was chosen besides', () => {
    expect(presetOf({ ...options, rules: withRule(options.rules, 'bombsFly', 'on') })).toBeNull();
    expect(presetOf({ ...options, turn_seconds: 60 })).toBeNull();
  });

  it('is what QQ plays by', () => {
    const { rules, first, turn_seconds } = withPreset(options, 'qq');
    expect([rules.quiet_limit, first, turn_seconds]).toEqual([71, 'red', 30]);
  });
});
