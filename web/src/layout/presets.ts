/** Layouts to begin with. Their names are those that players give to such set-ups. */

import { parseLayout, type Layout } from './layout';

export const PRESETS = [
  'classic',
  'lightning',
  'control',
  'turtle',
  'lopsided',
  'emptyFort',
  'triangleMines',
  'cornerMines',
  'lineMines',
] as const;
export type PresetName = (typeof PRESETS)[number];

const TEXTS: Readonly<Record<PresetName, string>> = {
  // 经典: both commanders behind the camps, a division on each wing with a bomb beside it.
  classic:
    '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',
  // 闪电: everything strong stands on the right-hand railway, over the arc and into the next player.
  lightning:
    '35 34 36 38 39 / 37 -- 33 -- 40 / 00 34 -- 00 38 / 36 -- 32 -- 37 / 33 41 35 32 32 / 41 07 41 33 34',
  // 盘棋: strength in the second line and by the camps, nothing hurries, the palace is held.
  control:
    '36 33 37 34 35 / 38 -- 32 -- 39 / 34 00 -- 40 37 / 35 -- 00 -- 38 / 32 33 41 36 32 / 34 33 41 07 41',
  // 龟阵: the small ones in front, the great ones around the flag.
  turtle:
    '33 34 36 34 33 / 35 -- 37 -- 32 / 36 00 -- 35 34 / 38 -- 00 -- 39 / 32 37 41 40 41 / 33 32 38 07 41',
  // 偏阵: all weight on the left, mines and small pieces hold the right.
  lopsided:
    '38 37 35 33 34 / 40 -- 36 -- 33 / 00 39 -- 34 35 / 37 -- 38 -- 32 / 36 00 32 41 33 / 32 34 41 07 41',
  // 空城: the mines guard the empty headquarters, the flag stands without any.
  emptyFort:
    '34 37 33 35 36 / 39 -- 35 -- 38 / 36 32 -- 00 40 / 00 -- 34 -- 37 / 33 38 32 41 41 / 34 07 32 33 41',
  // 三角雷: a mine on each of the three ways to the flag.
  triangleMines:
    '35 36 34 37 33 / 40 -- 34 -- 38 / 37 00 -- 32 39 / 38 -- 35 -- 00 / 32 33 36 41 33 / 34 32 41 07 41',
  // 包角雷: the mines wrap the corner beside the flag.
  cornerMines:
    '36 35 38 33 37 / 34 -- 33 -- 40 / 39 00 -- 34 34 / 37 -- 00 -- 38 / 41 41 35 32 32 / 41 07 36 33 32',
  // 一字雷: three mines abreast along the rear railway.
  lineMines:
    '34 36 33 37 35 / 37 -- 38 -- 34 / 40 32 -- 35 00 / 33 -- 39 -- 36 / 41 41 41 00 32 / 34 07 38 33 32',
};

export function presetText(name: PresetName): string {
  return TEXTS[name];
}

export function preset(name: PresetName): Layout {
  const parsed = parseLayout(TEXTS[name]);
  if (parsed.t === 'faulty') throw new Error(`faulty preset ${name}: ${parsed.finding.fault}`);
  return parsed.layout;
}
