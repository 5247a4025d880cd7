/** Whatever the board is made of, by day and by night, what lies on it can be told from it. */

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { BOARDS } from '../game/prefs.svelte';

const tokens = readFileSync('src/theme/tokens.css', 'utf8');
const boards = readFileSync('src/theme/boards.css', 'utf8');
const MODES = ['light', 'dark'] as const;
const ARMIES = ['red', 'purple', 'blue', 'green'] as const;

/** The custom properties of a rule, as they are in one mode. */
function read(css: string, mode: (typeof MODES)[number]): Map<string, string> {
  const plain = [...css.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value] as const);
  const paired = [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name, light, dark]) => [name, mode === 'light' ? light : dark] as const,
  );
  return new Map([...plain, ...paired] as [string, string][]);
}

function colours(board: string, mode: (typeof MODES)[number]): (name: string) => string {
  const page = read(tokens, mode);
  const rule = boards.split(`[data-board='${board}']`)[1]?.split('}')[0] ?? '';
  const own = read(rule, mode);
  // Paper is the page's own.
  const fallback: Record<string, string> = {
    'board-ground': 'paper',
    'board-casing': 'paper',
  };
  return (name) => {
    const value = own.get(name) ?? page.get(name) ?? page.get(fallback[name] ?? '');
    if (value === undefined) throw new Error(`no ${name} on ${board}`);
    return value;
  };
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(BOARDS.flatMap((board) => MODES.map((mode) => [board, mode] as const)))(
  'a board of %s, %s',
  (board, mode) => {
    const colour = colours(board, mode);
    const between = (one: string, other: string): number => contrast(colour(one), colour(other));

    it('has railways that can be told from its ground, and roads that can be seen', () => {
      expect(between('board-rail', 'board-ground')).toBeGreaterThan(4.5);
      expect(between('board-rail', 'board-tie')).toBeGreaterThan(4.5);
      expect(between('board-road', 'board-ground')).toBeGreaterThan(1.9);
      expect(between('board-tile-edge', 'board-tile')).toBeGreaterThan(1.9);
    });

    it('has words that can be read', () => {
      expect(between('ink', 'board-ground')).toBeGreaterThan(7);
      expect(between('ink-soft', 'board-tile')).toBeGreaterThan(4.5);
    });

    it.each(ARMIES)('lets the pieces of %s stand out', (army) => {
      for (const ground of ['board-ground', 'board-tile', 'board-camp'])
        expect(between(`army-${army}`, ground), ground).toBeGreaterThan(2);
    });

    it('lets what is chosen stand out', () => {
      for (const ground of ['board-ground', 'board-tile'])
        expect(between('board-mark', ground), ground).toBeGreaterThan(3);
    });
  },
);
