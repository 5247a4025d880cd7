/** A player's score over the games, as a line to draw. */

import type { ScorePoint, Title } from '../api/types';
import { TITLES, TITLE_SCORES } from './titles';

export interface ScoreLine {
  /** The score before the first game and after each. */
  readonly scores: readonly number[];
  readonly lowest: number;
  readonly highest: number;
  readonly now: number;
  /** Where titles begin within what is shown, as shares of the height from below. */
  readonly titles: readonly { readonly title: Title; readonly share: number }[];
}

/** Titles closer together than this share of the height would be written over each other. */
const APART = 0.16;

/** Null before the first game. */
export function scoreLine(points: readonly ScorePoint[]): ScoreLine | null {
  const [first] = points;
  if (first === undefined) return null;
  const scores = [first.score - first.change, ...points.map(({ score }) => score)];
  const lowest = Math.min(...scores);
  const highest = Math.max(...scores);
  const titles: { title: Title; share: number }[] = [];
  TITLES.forEach((title, index) => {
    const share = ((TITLE_SCORES[index] ?? 0) - lowest) / (highest - lowest);
    const last = titles.at(-1);
    if (share > 0 && share < 1 && (last === undefined || share - last.share >= APART))
      titles.push({ title, share });
  });
  return { scores, lowest, highest, now: scores.at(-1) ?? 0, titles };
}
