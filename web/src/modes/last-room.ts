/** The room that one opened last on this device, as the form for the next one begins. */

import type { RoomOptions, RuleSet } from '../api/types';
import {
  ARRANGE_SECONDS,
  FLEE_LIMITS,
  freshDraft,
  rankedFault,
  starters,
  TURN_SECONDS,
  type Draft,
} from '../game/options';
import { HOUSE_RULES, isOn, RULES, withRule } from './house';
import { modeOf, QUIET_LIMITS, STEP_LIMITS, withMode, withSight } from './modes';
import { deviceStorage } from '../storage';

const KEY = 'siguo.room';

/** Its password is not kept. */
export function rememberRoom({ ranked, options }: Draft): void {
  deviceStorage.setItem(KEY, JSON.stringify({ ranked, options }));
}

/** What was kept may be another version's: of each thing only what is still offered is taken. */
export function nextRoom(kind: 'person' | 'guest'): Draft {
  const fresh = freshDraft();
  const kept = read();
  if (kept === null) return fresh;
  const was = { ...fresh.options, ...kept.options };
  const rules = rulesLike({ ...RULES, ...kept.options.rules }, fresh.options);
  const options: RoomOptions = {
    rules,
    first: among(starters(rules), was.first, 'lot'),
    turn_seconds: among(TURN_SECONDS, was.turn_seconds, fresh.options.turn_seconds),
    arrange_seconds: among(ARRANGE_SECONDS, was.arrange_seconds, fresh.options.arrange_seconds),
    privacy: among(['public', 'password', 'link'], was.privacy, 'public'),
    spectating: among(['open', 'closed'], was.spectating, 'open'),
    talk: among(['free', 'phrases', 'none'], was.talk, 'free'),
    max_flee_percent: among([null, ...FLEE_LIMITS], was.max_flee_percent, null),
  };
  const ranked = kept.ranked === true && kind === 'person' && rankedFault(options) === null;
  return { ...fresh, ranked, options };
}

const PRACTICE = 'siguo.practice';

/** What one played against bots last. */
export function practiceRules(): RuleSet {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(PRACTICE) ?? '{}');
    return rulesLike({ ...RULES, ...(kept as Partial<RuleSet>) }, freshDraft().options);
  } catch {
    return { ...RULES };
  }
}

export function rememberPractice(rules: RuleSet): void {
  deviceStorage.setItem(PRACTICE, JSON.stringify(rules));
}

/** Built anew, so that nothing gets in that the form could not have made. */
function rulesLike(was: RuleSet, fresh: RoomOptions): RuleSet {
  const { rules } = withSight(withMode(fresh, modeOf(was)), was.sight);
  const chosen = HOUSE_RULES.filter((rule) => isOn(was, rule)).reduce(
    (all, rule) => withRule(all, rule, 'on'),
    rules,
  );
  return withMode(
    {
      ...fresh,
      rules: {
        ...chosen,
        quiet_limit: among(QUIET_LIMITS, was.quiet_limit, RULES.quiet_limit),
        step_limit: among(STEP_LIMITS, was.step_limit, RULES.step_limit),
      },
    },
    modeOf(was),
  ).rules;
}

function among<T>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((one) => one === value) ?? otherwise;
}

function read(): { ranked: unknown; options: Partial<RoomOptions> } | null {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('options' in kept)) return null;
    const { options } = kept;
    if (typeof options !== 'object' || options === null) return null;
    return { ranked: 'ranked' in kept ? kept.ranked : false, options };
  } catch {
    return null;
  }
}
