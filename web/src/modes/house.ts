/** The rules that are played by if nothing else is agreed on, and the house rules that change them. */

import type { RuleSet } from '../api/types';

export const RULES: RuleSet = {
  board: 'siguo',
  players: 4,
  setup: 'arrange',
  sight: 'dark',
  order: 'counterclockwise',
  mine: 'stays',
  corner: 'straight',
  engineer_scouts: false,
  bombs_fly: false,
  bombs_front_row: false,
  hq_exit: false,
  timeouts: 5,
  quiet_limit: 70,
  step_limit: 0,
};

/** The house rules that are on or off. */
export const HOUSE_RULES = [
  'clockwise',
  'mineBoth',
  'oneTurn',
  'scouts',
  'bombsFly',
  'bombsFront',
  'hqExit',
  'noTimeouts',
] as const;
export type HouseRule = (typeof HOUSE_RULES)[number];

/** What a house rule makes of a rule set. */
const ON: Record<HouseRule, Partial<RuleSet>> = {
  clockwise: { order: 'clockwise' },
  mineBoth: { mine: 'both' },
  oneTurn: { corner: 'one-turn' },
  scouts: { engineer_scouts: true },
  bombsFly: { bombs_fly: true },
  bombsFront: { bombs_front_row: true },
  hqExit: { hq_exit: true },
  noTimeouts: { timeouts: 0 },
};

export function isOn(rules: RuleSet, rule: HouseRule): boolean {
  return Object.entries(ON[rule]).every(([key, value]) => rules[key as keyof RuleSet] === value);
}

export function withRule(rules: RuleSet, rule: HouseRule, turn: 'on' | 'off'): RuleSet {
  const keys = Object.keys(ON[rule]) as (keyof RuleSet)[];
  const change = turn === 'on' ? ON[rule] : Object.fromEntries(keys.map((key) => [key, RULES[key]]));
  return { ...rules, ...change };
}

/** Those that change anything there: two take turns either way, and what all see needs no scout. */
export function houseRulesOf(rules: RuleSet): readonly HouseRule[] {
  return HOUSE_RULES.filter((rule) => {
    switch (rule) {
      case 'clockwise':
        return rules.players === 4;
      case 'scouts':
        return rules.setup !== 'flip' && rules.sight !== 'open';
      case 'bombsFront':
      case 'hqExit':
        return rules.setup !== 'flip';
      case 'mineBoth':
      case 'oneTurn':
      case 'bombsFly':
      case 'noTimeouts':
        return true;
    }
  });
}
