/** The ways to play, and the sets of house rules that have a name. */

import type { Mode, RoomOptions, RuleSet, Sight } from '../api/types';
import { starters } from '../game/options';
import { HOUSE_RULES, houseRulesOf, RULES, withRule } from './house';

export const MODES: readonly Mode[] = ['four', 'duel', 'classic', 'flip'];

export function modeOf({ board, players, setup }: RuleSet): Mode {
  if (setup === 'flip') return 'flip';
  if (board === 'classic') return 'classic';
  return players === 4 ? 'four' : 'duel';
}

/** Who may see whose pieces in it; one alone is no choice. */
export function sightsOf(mode: Mode): readonly Sight[] {
  switch (mode) {
    case 'four':
      return ['dark', 'partners', 'open'];
    case 'duel':
    case 'classic':
      return ['dark', 'open'];
    case 'flip':
      return ['dark'];
  }
}

const BOARDS: Record<Mode, Pick<RuleSet, 'board' | 'players' | 'setup'>> = {
  four: { board: 'siguo', players: 4, setup: 'arrange' },
  duel: { board: 'siguo', players: 2, setup: 'arrange' },
  classic: { board: 'classic', players: 2, setup: 'arrange' },
  flip: { board: 'classic', players: 2, setup: 'flip' },
};

/** Played another way: house rules stay as far as they mean anything there. */
export function withMode(options: RoomOptions, mode: Mode): RoomOptions {
  const sights = sightsOf(mode);
  const { sight } = options.rules;
  return fitting({
    ...options,
    rules: { ...options.rules, ...BOARDS[mode], sight: sights.includes(sight) ? sight : 'dark' },
  });
}

export function withSight(options: RoomOptions, sight: Sight): RoomOptions {
  return fitting({ ...options, rules: { ...options.rules, sight } });
}

function fitting(options: RoomOptions): RoomOptions {
  const offered = houseRulesOf(options.rules);
  const rules = HOUSE_RULES.filter((rule) => !offered.includes(rule)).reduce(
    (kept, rule) => withRule(kept, rule, 'off'),
    options.rules,
  );
  return { ...options, rules, first: starters(rules).includes(options.first) ? options.first : 'lot' };
}

/** Sets of rules that players know by a name. */
export const PRESETS = ['standard', 'qq', 'zheda'] as const;
export type Preset = (typeof PRESETS)[number];

type Habits = Pick<RoomOptions, 'first' | 'turn_seconds'> & { readonly rules: Partial<RuleSet> };

const STANDARD: Habits = { first: 'lot', turn_seconds: 30, rules: {} };
const HABITS: Record<Preset, Habits> = {
  standard: STANDARD,
  qq: { first: 'red', turn_seconds: 30, rules: { quiet_limit: 71 } },
  zheda: { ...STANDARD, rules: { corner: 'one-turn' } },
};

export function withPreset(options: RoomOptions, preset: Preset): RoomOptions {
  const { first, turn_seconds, rules } = HABITS[preset];
  const { board, players, setup, sight } = options.rules;
  return { ...options, first, turn_seconds, rules: { ...RULES, board, players, setup, sight, ...rules } };
}

/** Null where somebody has chosen one by one. */
export function presetOf(options: RoomOptions): Preset | null {
  const same = (preset: Preset): boolean => {
    const { first, turn_seconds, rules } = withPreset(options, preset);
    return (
      first === options.first &&
      turn_seconds === options.turn_seconds &&
      (Object.keys(rules) as (keyof RuleSet)[]).every((key) => rules[key] === options.rules[key])
    );
  };
  return PRESETS.find(same) ?? null;
}

/** Quiet steps that make a draw; 0: none do. */
export const QUIET_LIMITS = [40, 70, 71, 100, 0] as const;
/** Steps that make a draw; 0: none do. */
export const STEP_LIMITS = [0, 200, 300, 500, 1000] as const;
