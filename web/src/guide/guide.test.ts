import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { LadderSettings } from '../api/types';
import { geometry, type Point } from '../board';
import { TITLE_SCORES, TITLES } from '../game/titles';
import { zh as words } from '../i18n/zh';
import { checkLayout, parseLayout } from '../layout/layout';
import { COUNTS, PIECES } from '../layout/pieces';
import { en } from './en';
import { BULLDOZER, FIGURES, type Figure } from './figures';
import type { GuideWords } from './words';
import { zh } from './zh';

const board = geometry('siguo');
const roads = new Set(board.roads.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));

/** Whether the points follow each other on one railway run, either way round. */
function onOneLine(way: readonly Point[]): boolean {
  return board.lines.some((line) => {
    const places = way.map((point) => line.indexOf(point));
    const by = (places[1] ?? 0) - (places[0] ?? 0);
    return (
      Math.abs(by) === 1 &&
      places.every((place, index) => place >= 0 && place === (places[0] as number) + by * index)
    );
  });
}

function isWay(way: readonly Point[], { stones }: Figure): boolean {
  const piece = stones.find(([point]) => point === way[0])?.[2];
  if (piece === '32') return way.slice(1).every((point, index) => onOneLine([way[index] as Point, point]));
  return (way.length === 2 && roads.has(way.join('-'))) || onOneLine(way);
}

describe.each(Object.entries(FIGURES) as [string, Figure][])('the picture %s', (_, figure) => {
  const occupied = new Set(figure.stones.map(([point]) => point));

  it('shows points of the board, and no two pieces on one', () => {
    const places = geometry(figure.kind).place;
    const named = [...figure.around, ...figure.marked, ...figure.targets, ...occupied];
    expect(
      [...named, ...figure.ways.flat(), ...figure.threats.flat()].filter((at) => !places.has(at)),
    ).toEqual([]);
    expect(occupied.size).toBe(figure.stones.length);
  });

  it('draws only ways that can be gone', () => {
    for (const way of [...figure.ways, ...figure.threats]) {
      expect(isWay(way, figure), way.join(' ')).toBe(true);
      expect(way.slice(1, -1).filter((point) => occupied.has(point))).toEqual([]);
    }
    for (const way of figure.ways) expect(occupied.has(way[0] as Point)).toBe(true);
    // A threat comes from a piece, or from where one has just gone.
    const arrived = figure.ways.map((way) => way.at(-1));
    for (const way of figure.threats)
      expect(occupied.has(way[0] as Point) || arrived.includes(way[0])).toBe(true);
  });

  it('lets nobody be attacked in a camp or by the own side', () => {
    const sideOf = (at: Point): boolean | null => {
      const army = figure.stones.find(([point]) => point === at)?.[1];
      return army === undefined ? null : army === 'red' || army === 'blue';
    };
    for (const way of [...figure.ways, ...figure.threats]) {
      const from =
        sideOf(way[0] as Point) ?? sideOf(figure.ways.find((one) => one.at(-1) === way[0])?.[0] as Point);
      const end = way.at(-1) as Point;
      if (!occupied.has(end)) continue;
      expect(sideOf(end)).toBe(from === null ? null : !from);
      expect(board.place.get(end)?.kind).not.toBe('camp');
    }
  });

  it('stays within what an army has', () => {
    for (const piece of PIECES)
      for (const army of ['red', 'purple', 'blue', 'green'])
        expect(
          figure.stones.filter(([, of, what]) => of === army && what === piece).length,
        ).toBeLessThanOrEqual(COUNTS[piece]);
  });
});

describe('the pictures', () => {
  it('reach from a camp as far as its roads', () => {
    const from = FIGURES.road.stones.map(([at]) => at).join();
    const reached = [...roads]
      .filter((road) => road.startsWith(`${from}-`))
      .map((road) => road.split('-')[1]);
    expect(reached.sort()).toEqual([...FIGURES.road.targets].sort());
  });

  it('show a bulldozer that can be set up', () => {
    const parsed = parseLayout(BULLDOZER);
    expect(parsed.t).toBe('legal');
    if (parsed.t === 'legal') expect(checkLayout(parsed.layout)).toBeNull();
  });

  it('put the mines where the words say', () => {
    const mines = (name: 'triangleMines' | 'cornerMines' | 'lineMines'): string[] =>
      FIGURES[name].stones.map(([at, , piece]) => `${at}${piece === '07' ? ' flag' : ''}`).sort();
    expect(mines('triangleMines')).toEqual(['r54', 'r63', 'r64 flag', 'r65']);
    expect(mines('cornerMines')).toEqual(['r51', 'r52', 'r61', 'r62 flag']);
    expect(mines('lineMines')).toEqual(['r51', 'r52', 'r53', 'r62 flag']);
  });
});

const SETTINGS: LadderSettings = { protect: 123, same_opponents: 45, same_address: 'auto' };

describe('the words', () => {
  it.each([zh, en])('of the scores are those of the server’s settings', ({ ladder }) => {
    const told = JSON.stringify(ladder(SETTINGS));
    expect(told.match(/123/g)?.length).toBeGreaterThan(3);
    expect(told).toMatch(/45 (局|games)/);
    expect(told).not.toMatch(/50 分|10 局|than 50|of 50|10 games/);
    const open = JSON.stringify(ladder({ protect: 0, same_opponents: 0, same_address: 'allow' }));
    expect(open).not.toMatch(/[^0-9]0 (分|局|games)|than 0|line of 0|least 0/);
    expect(open).not.toContain('undefined');
  });

  it('begin each title where docs/rules.md does', () => {
    const page = readFileSync('../docs/rules.md', 'utf8').replace(/\s+/g, ' ');
    const titles = TITLES.map((title, rank) => `${words.titles[title]} ${TITLE_SCORES[rank]}`);
    expect(page).toContain(titles.join(', '));
  });

  /** All that does not depend on the language. */
  const bones = (words: GuideWords): unknown => ({
    sections: [...words.sections, ...words.names, ...words.ladder(SETTINGS)].map(({ id, blocks }) => [
      id,
      blocks.map((block) => [
        block.t,
        block.t === 'figure' ? block.d.name : block.t === 'names' ? block.d.of : null,
        block.t === 'list' || block.t === 'pairs' ? block.d.length : null,
      ]),
    ]),
    terms: words.terms.map(({ id, terms }) => [id, terms.map(({ figure }) => figure)]),
    spots: Object.keys(words.spots).sort(),
    rows: words.rows.length,
  });

  it('say the same in both languages', () => {
    expect(bones(en)).toEqual(bones(zh));
  });

  it('explain every term of docs/terms.md', () => {
    const page = readFileSync('../docs/terms.md', 'utf8');
    const list = /## Terms for a glossary page\n([^.]*)\. Explained/s.exec(page)?.[1] ?? '';
    const wanted = list
      .replace('mines:', '')
      .split(/[,;（）\s]+/)
      .filter((word) => word !== '');
    const known = zh.terms.flatMap(({ terms }) => terms.flatMap(({ name, also }) => [name, also]));
    expect(wanted.length).toBeGreaterThan(18);
    expect(wanted.filter((word) => !known.includes(word))).toEqual([]);
    for (const [index, { terms }] of zh.terms.entries())
      for (const [place, { name }] of terms.entries())
        expect(en.terms[index]?.terms[place]?.also).toContain(name);
  });
});
