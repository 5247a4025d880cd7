import { expect, it } from 'vitest';

import { scoreLine } from './score-line';

const point = (
  change: number,
  score: number,
): { game: string; at: number; change: number; score: number } => ({
  game: 'g',
  at: 0,
  change,
  score,
});

it('begins before the first game', () => {
  expect(scoreLine([])).toBeNull();
  expect(scoreLine([point(2, 2)])).toMatchObject({
    scores: [0, 2],
    lowest: 0,
    highest: 2,
    now: 2,
    titles: [],
  });
});

it('shows the titles that lie in between, unless too close to each other or to the beginning', () => {
  const line = scoreLine([point(2, 8), point(92, 100), point(-50, 50)]);
  expect(line).toMatchObject({ lowest: 6, highest: 100, now: 50 });
  expect(line?.titles.map(({ title }) => title)).toEqual(['deputy-platoon-leader', 'platoon-leader']);
});

it('stands a score that never changes', () => {
  expect(scoreLine([point(0, 0), point(0, 0)])).toMatchObject({ lowest: 0, highest: 0, titles: [] });
});
