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

/** Titles closer together than this share of the height would be written over each other, or over the line's beginning. */
const APART = 0.16;

/** Null before the first game. */
export function scoreLine(points: readonly ScorePoint[]): ScoreLine | null {
  const [first] = points;
  if (first === undefined) return null;
  const scores = [first.score - first.change, ...points.map(({ score }) => score)];
  const lowest = Math.min(...scores);
  const highest = Math.max(...scores);
  const shareOf = (score: number): number => (score - lowest) / (highest - lowest);
  const taken = [shareOf(scores[0] ?? 0)];
  const titles: { title: Title; share: number }[] = [];
  TITLES.forEach((title, index) => {
    const share = shareOf(TITLE_SCORES[index] ?? 0);
    if (!(share > 0 && share < 1) || taken.some((other) => Math.abs(share - other) < APART)) return;
    taken.push(share);
    titles.push({ title, share });
  });
  return { scores, lowest, highest, now: scores.at(-1) ?? 0, titles };
}
