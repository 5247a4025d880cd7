import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Event, Fight, Opened, Piece, RuleSet, Seat, SeenPiece, View } from '../api/types';
import { EVENTS, LAYOUTS, VIEWS } from '../gallery/fixture';
import { geometry, SEATS } from '../board';
import { fold } from './fold';
import { guessMoves } from './guess';
import {
  fightOf,
  hintOf,
  hintsFor,
  learn,
  openBook,
  readBook,
  startingAt,
  writeBook,
  type ClueBook,
} from './hints';
import { RULES } from '../modes/house';
import { piecesAtStart } from './opened';

interface Game {
  readonly name: string;
  readonly rules: RuleSet;
  readonly opened: Opened;
  readonly events: readonly Event[];
  readonly start: View;
}

/** What the referee says of fights and of setting up. */
const TOLD = JSON.parse(readFileSync('../vectors/client-rules.json', 'utf8')) as {
  readonly fights: readonly {
    readonly mine: RuleSet['mine'];
    readonly fights: readonly (readonly [Piece, Piece, Fight])[];
  }[];
  readonly starts: readonly {
    readonly bombs_front_row: boolean;
    readonly places: Readonly<Record<string, readonly Piece[]>>;
  }[];
};

/** The rules of the recorded games, by the beginning of their names. */
const RULES_OF: Readonly<Record<string, RuleSet>> = {
  dark4: RULES,
  scouts4: { ...RULES, engineer_scouts: true },
  bombs4: { ...RULES, bombs_fly: true, bombs_front_row: true },
  'one-turn4': { ...RULES, corner: 'one-turn' },
  'mines-both4': { ...RULES, mine: 'both' },
};

/** Real games whose layouts are known; all are told the same events. */
const games: Game[] = readFileSync('../vectors/client-fold.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; start: View; steps: [Event, string][] })
  .flatMap(({ id, start, steps }) => {
    const rules = Object.entries(RULES_OF).find(([kind]) => id.startsWith(kind))?.[1];
    if (rules === undefined) return [];
    const events = steps.map(([event]) => event);
    const opened = events.at(-1)?.opened;
    if (!opened) throw new Error(`${id} does not end`);
    return [{ name: id, rules, opened, events, start }];
  });
games.push({
  name: 'fixture',
  rules: RULES,
  opened: { layouts: LAYOUTS, shuffled: [], nonce: null, pieces: [] },
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
      const wrong = [...book.clues].filter(([at, { can }]) => !can.some((piece) => piece === real.get(at)));
      expect(wrong, `after event ${index + 1}`).toEqual([]);
      for (const [at, hint] of hintsFor(book, view.pieces)) {
        if (view.pieces.find((piece) => piece.at === at)?.piece !== null) throw new Error(`${at} is seen`);
        if (hint.t !== 'moved') told += 1;
      }
    });
    if (viewer !== null) expect(told).toBeGreaterThan(0);
  });

  it('every move could have been chosen ahead', () => {
    let truth: View = { ...start, pieces: piecesAtStart(opened) };
    for (const event of events) {
      if (event.action.t === 'move') {
        const { seat, route } = event.action.d;
        const guesses = guessMoves(truth.pieces, seat, rules).get(route[0] as string);
        expect(guesses?.includes(route.at(-1) as string), route.join(' ')).toBe(true);
      }
      truth = fold(truth, event);
    }
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

describe('as the referee has it', () => {
  it.each(TOLD.fights)('fights, where a mine $mine', ({ mine, fights }) => {
    expect(fights).toHaveLength(120);
    for (const [attacker, defender, fight] of fights)
      expect(fightOf(attacker, defender, { mine }), `${attacker} onto ${defender}`).toBe(fight);
  });

  describe.each(TOLD.starts)(
    'set up with bombs in front: $bombs_front_row',
    ({ bombs_front_row, places }) => {
      it.each(['siguo', 'classic'] as const)('on the %s board', (board) => {
        const rules: RuleSet = { ...RULES, board, bombs_front_row };
        const own = geometry(board).places.filter(({ seat, kind }) => seat !== null && kind !== 'camp');
        expect(own).toHaveLength(25 * (board === 'siguo' ? 4 : 2));
        for (const { name } of own)
          expect([...startingAt(name, rules)].sort(), name).toEqual(
            [...(places[name.slice(1)] ?? [])].sort(),
          );
      });
    },
  );
});

it('a book is kept as text, and anything else is no book', () => {
  const book = openBook(VIEWS[0] as View, 0, RULES);
  expect(book.clues.size).toBe(
    geometry('siguo').places.filter(({ seat, kind }) => seat !== null && kind !== 'camp').length,
  );
  expect(readBook(writeBook(book))).toEqual(book);
  for (const text of [null, '', '{}', '{"no":1}', '[]']) expect(readBook(text)).toBeNull();
});
