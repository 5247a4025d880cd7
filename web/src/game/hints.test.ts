import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Event, Fight, Opened, Piece, RuleSet, Seat, SeenPiece, View } from '../api/types';
import { EVENTS, LAYOUTS, VIEWS } from '../gallery/fixture';
import { geometry, SEATS } from '../board';
import { PIECES } from '../layout/pieces';
import { fold } from './fold';
import { fightOf, hintOf, hintsFor, learn, openBook, readBook, writeBook, type ClueBook } from './hints';
import { RULES } from './options';
import { piecesAtStart } from './opened';

interface Game {
  readonly name: string;
  readonly rules: RuleSet;
  readonly opened: Opened;
  readonly events: readonly Event[];
  readonly start: View;
}

const SCOUTS: RuleSet = { ...RULES, engineer_scouts: true };

/** Real games whose layouts are known; all are told the same events. */
const games: Game[] = readFileSync('../vectors/client-fold.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; start: View; steps: [Event, string][] })
  .filter(({ id }) => id.startsWith('dark4') || id.startsWith('scouts4'))
  .map(({ id, start, steps }) => {
    const events = steps.map(([event]) => event);
    const opened = events.at(-1)?.opened;
    if (!opened) throw new Error(`${id} does not end`);
    return { name: id, rules: id.startsWith('scouts4') ? SCOUTS : RULES, opened, events, start };
  });
games.push({
  name: 'fixture',
  rules: RULES,
  opened: { layouts: LAYOUTS, shuffled: [], pieces: [] },
  events: EVENTS,
  start: VIEWS[0] as View,
});

function hiddenFrom(viewer: Seat | null, pieces: readonly SeenPiece[]): SeenPiece[] {
  return pieces.map((piece) => (piece.army === viewer ? piece : { ...piece, piece: null }));
}

describe.each(games)('in $name', ({ rules, opened, events, start }) => {
  it.each([...SEATS, null])('%s is told nothing that is not so', (viewer) => {
    const all = piecesAtStart(opened);
    let truth: View = { ...start, pieces: all };
    let view: View = { ...start, pieces: hiddenFrom(viewer, all) };
    let book = openBook(view, 0, rules);
    let told = 0;
    events.forEach((event, index) => {
      if (event.opened !== null) return;
      truth = fold(truth, event);
      view = fold(view, event);
      book = learn(book, index + 1, event, rules);
      const real = new Map(truth.pieces.map(({ at, piece }) => [at, piece]));
      expect([...book.clues.keys()].sort()).toEqual([...real.keys()].sort());
      for (const [at, { can }] of book.clues)
        expect(can, `${at} after event ${index + 1}`).toContain(real.get(at));
      for (const [at, hint] of hintsFor(book, view.pieces)) {
        expect(view.pieces.find((piece) => piece.at === at)?.piece).toBeNull();
        if (hint.t !== 'moved') told += 1;
      }
    });
    if (viewer !== null) expect(told).toBeGreaterThan(0);
  });
});

/** A book of a few pieces: `?` is hidden, and stood where it stands from the start. */
function bookOf(pieces: Record<string, [Seat, Piece | '?']>, rules: RuleSet = RULES): ClueBook {
  const seen = Object.entries(pieces).map(([at, [army, piece]]): SeenPiece => ({
    at,
    army,
    piece: piece === '?' ? null : piece,
  }));
  return openBook({ ...(VIEWS[0] as View), pieces: seen }, 0, rules);
}

function moved(seat: Seat, route: string[], fight: Fight | null, flags: Event['flags'] = []): Event {
  const event = EVENTS[0] as Event;
  return { ...event, action: { t: 'move', d: { seat, route, fight, scout: null } }, flags };
}

describe('what follows', () => {
  const after = (
    pieces: Record<string, [Seat, Piece | '?']>,
    at: string,
    event: Event,
    rules: RuleSet = RULES,
  ): ReturnType<typeof hintOf> | undefined => {
    const clue = learn(bookOf(pieces, rules), 1, event, rules).clues.get(at);
    return clue === undefined ? undefined : hintOf(clue);
  };

  it('from a step', () => {
    expect(after({ g31: ['green', '?'] }, 'g21', moved('green', ['g31', 'g21'], null))).toEqual({
      t: 'moved',
    });
    expect(
      after({ g51: ['green', '?'], g31: ['green', '?'] }, 'g51', moved('green', ['g31', 'g21'], null)),
    ).toBeNull();
  });

  it('from a turn on the railway', () => {
    const turned = moved('green', ['g15', 'n7', 'n8', 'r13'], null);
    expect(after({ g15: ['green', '?'] }, 'r13', turned)).toEqual({ t: 'one-of', pieces: ['32'] });
    const flying = { ...RULES, bombs_fly: true };
    expect(
      after({ g25: ['green', '?'] }, 'r13', moved('green', ['g25', 'g15', 'n7', 'n8', 'r13'], null), flying),
    ).toEqual({
      t: 'one-of',
      pieces: ['32', '00'],
    });
    const curve = moved('green', ['g25', 'g15', 'r11', 'r21'], null);
    expect(after({ g25: ['green', '?'] }, 'r21', curve)).toEqual({ t: 'moved' });
  });

  it('from a fight that one’s piece lost', () => {
    const lost = moved('red', ['r11', 'g15'], 'defender');
    expect(after({ r11: ['red', '37'], g15: ['green', '?'] }, 'g15', lost)).toEqual({
      t: 'at-least',
      piece: '38',
      mine: false,
    });
    const atMine = moved('red', ['g41', 'g51'], 'defender');
    expect(after({ g41: ['red', '37'], g51: ['green', '?'] }, 'g51', atMine)).toEqual({
      t: 'at-least',
      piece: '38',
      mine: true,
    });
    expect(after({ r11: ['red', '39'], g15: ['green', '?'] }, 'g15', lost)).toEqual({
      t: 'one-of',
      pieces: ['40'],
    });
  });

  it('from an attack on one’s own mine', () => {
    const lost = moved('green', ['r41', 'r51'], 'defender');
    expect(after({ r41: ['green', '?'], r51: ['red', '41'] }, 'r41', lost)).toBeUndefined();
    const dug = moved('green', ['r41', 'r51'], 'attacker');
    expect(after({ r41: ['green', '?'], r51: ['red', '41'] }, 'r51', dug)).toEqual({
      t: 'one-of',
      pieces: ['32'],
    });
  });

  it('from a commander lost', () => {
    const flag = [{ seat: 'green', at: 'g62' }] as const;
    const book = learn(
      bookOf({ r11: ['red', '00'], g15: ['green', '?'], g62: ['green', '?'], g64: ['green', '?'] }),
      1,
      moved('red', ['r11', 'g15'], 'both', [...flag]),
      RULES,
    );
    expect(book.clues.get('g62')?.can).toEqual(['07']);
    expect(book.clues.get('g64')?.can).not.toContain('40');
    expect(book.clues.get('g64')?.can).not.toContain('07');
  });

  it('is nothing of pieces that were met in the middle of a game, until they do something', () => {
    const view = VIEWS[60] as View;
    const book = openBook(view, 60, RULES);
    expect(hintsFor(book, view.pieces).size).toBe(0);
    const next = VIEWS[61] as View;
    expect(hintsFor(learn(book, 61, EVENTS[60] as Event, RULES), next.pieces).size).toBeLessThanOrEqual(1);
  });
});

it('fights go as in the rules', () => {
  const rows = PIECES.filter((a) => a !== '41' && a !== '07').map((a) =>
    PIECES.map((d) => ({ attacker: '>', defender: '<', both: '=' })[fightOf(a, d, RULES)]).join(''),
  );
  // Attackers downwards, defenders across: 40 … 32 00 41 07.
  expect(rows).toEqual([
    '=>>>>>>>>=<>',
    '<=>>>>>>>=<>',
    '<<=>>>>>>=<>',
    '<<<=>>>>>=<>',
    '<<<<=>>>>=<>',
    '<<<<<=>>>=<>',
    '<<<<<<=>>=<>',
    '<<<<<<<=>=<>',
    '<<<<<<<<==>>',
    '============',
  ]);
  expect(fightOf('40', '41', { mine: 'both' })).toBe('both');
  expect(fightOf('32', '41', { mine: 'both' })).toBe('attacker');
});

it('a book is kept as text, and anything else is no book', () => {
  const book = openBook(VIEWS[0] as View, 0, RULES);
  expect(book.clues.size).toBe(
    geometry('siguo').places.filter(({ seat, kind }) => seat !== null && kind !== 'camp').length,
  );
  expect(readBook(writeBook(book))).toEqual(book);
  for (const text of [null, '', '{}', '{"no":1}', '[]']) expect(readBook(text)).toBeNull();
});
