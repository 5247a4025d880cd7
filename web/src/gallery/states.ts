/** The board's states, as the board is told of them. */

import type { SeenPiece, Seat, View } from '../api/types';
import { geometry, type BoardKind, type BoardPiece, type BoardState } from '../board';
import { boardPieces, lastMove, moveMap, type Face, type Marks } from '../game/faces';
import { guessMoves } from '../game/guess';
import { hintsFor, learn, openBook } from '../game/hints';
import { RULES } from '../modes/house';
import type { BoardTheme } from '../game/prefs.svelte';
import type { Catalogue } from '../i18n';
import { preset } from '../layout/presets';
import { EVENTS, LEGAL, opened, VIEWS } from './fixture';

export interface State {
  readonly name: string;
  readonly kind?: BoardKind;
  readonly frame?: 'field';
  readonly mode?: 'swap';
  readonly made?: BoardTheme;
  readonly change: Partial<BoardState>;
}

const MOVES = moveMap(LEGAL);

function viewAfter(step: number): View {
  const view = VIEWS[step];
  if (view === undefined) throw new Error(`no step ${step}`);
  return view;
}

/** Where hidden pieces of others stand. */
function hidden({ pieces }: View): string[] {
  return pieces.filter(({ piece }) => piece === null).map(({ at }) => at);
}

/** A mark on each fifth of them. */
function marksOn(view: View): Marks {
  const texts = ['≤35', '32', '00?', '40/39', '41'];
  return new Map(
    hidden(view).flatMap((at, index) => (index % 5 === 0 ? [[at, texts[(index / 5) % 5] ?? '']] : [])),
  );
}

/** The last step before which something of this kind happened. */
function lastFight(fight: 'attacker' | 'defender' | 'both'): number {
  const index = EVENTS.findLastIndex(({ action }) => action.t === 'move' && action.d.fight === fight);
  return index + 1;
}

/** What lies on the four-player board while a game goes on. */
export function states(words: Catalogue): State[] {
  const draw = (pieces: readonly SeenPiece[], face: Face = 'names'): BoardPiece[] =>
    boardPieces(pieces, words, { face });
  const after = (step: number): Partial<BoardState> => {
    const { pieces, last } = viewAfter(step);
    return { pieces: draw(pieces), last: lastMove(last, step) };
  };
  const end = EVENTS.length;
  const view = viewAfter(end);
  const { pieces } = view;
  const [near = '', far = ''] = [hidden(view)[3], hidden(view)[8]];
  const now = { pieces: draw(pieces) };
  const start = viewAfter(0);
  const book = EVENTS.reduce(
    (known, event, index) => learn(known, index + 1, event, RULES),
    openBook(start, 0, RULES),
  );
  const guesses = guessMoves(pieces, 'red', RULES);
  return [
    { name: 'dark, at the start', change: after(0) },
    { name: 'last move: its way', change: after(77) },
    { name: 'last move: one piece stays, the defender', change: after(lastFight('defender')) },
    { name: 'last move: both are lost', change: after(lastFight('both')) },
    { name: 'targets', change: { ...after(end), moves: MOVES, selected: 'r15' } },
    { name: 'another’s piece looked at', change: { ...after(end), moves: MOVES, selected: near } },
    { name: 'a move to be confirmed', change: { ...now, planned: ['r15', 'p11', 'p21'] } },
    {
      name: 'targets to choose ahead from',
      change: { ...now, moves: guesses, tense: 'ahead', selected: 'r15' },
    },
    {
      name: 'a move chosen ahead',
      change: { ...now, moves: guesses, tense: 'ahead', ahead: ['r15', 'p41'] },
    },
    {
      name: 'marks',
      change: { pieces: boardPieces(pieces, words, { face: 'names', marks: marksOn(view) }) },
    },
    {
      name: 'hints',
      change: { pieces: boardPieces(pieces, words, { face: 'names', hints: hintsFor(book, pieces) }) },
    },
    { name: 'a point pointed out', change: { ...now, pointed: { by: 'blue', at: near, to: null } } },
    { name: 'a way pointed out', change: { ...now, pointed: { by: 'red', at: 'r15', to: far } } },
    { name: 'faults', change: { ...now, noted: new Set(['r35', 'r52']) } },
    { name: 'a flag shown', change: after(17) },
    { name: 'two armies out', change: { pieces: now.pieces.filter(isOf(['red', 'blue'])) } },
  ];
}

/** How players like the board to look. */
export function looks(words: Catalogue): State[] {
  const pieces = opened();
  const faces = (['names', 'short', 'numbers'] as const).map((face): State => ({
    name: face,
    change: { pieces: boardPieces(pieces, words, { face }) },
  }));
  const view = viewAfter(77);
  const { pieces: seen, last } = view;
  const change = {
    pieces: boardPieces(seen, words, { face: 'names', marks: marksOn(view) }),
    last: lastMove(last, 77),
    moves: MOVES,
    selected: 'r31',
  };
  const made = (['paper', 'wood', 'ink'] as const).map((made): State => ({ name: made, made, change }));
  const turned = (['purple', 'blue', 'green'] as const).map((bottom): State => ({
    name: `${bottom} at the bottom`,
    change: { ...change, bottom, moves: new Map(), selected: null },
  }));
  const own = boardPieces(viewAfter(0).pieces, words, { face: 'names' }).filter(isOf(['red']));
  const field: State = {
    name: 'one field, to be set up',
    frame: 'field',
    mode: 'swap',
    change: {
      pieces: own,
      moves: new Map(own.map(({ at }) => [at, own.map((one) => one.at).filter((to) => to !== at)])),
      selected: 'r11',
      noted: new Set(['r13']),
    },
  };
  return [...faces, ...made, ...turned, field];
}

/** The two-country board, with armies set up and with pieces to be turned over. */
export function twoCountries(words: Catalogue): State[] {
  const kind = 'classic';
  const draw = (pieces: readonly SeenPiece[]): BoardPiece[] => boardPieces(pieces, words, { face: 'names' });
  const dark = draw([...army('red', 'known'), ...army('blue', 'hidden')]);
  const covered = geometry(kind)
    .places.filter(({ kind }) => kind !== 'camp')
    .map(({ name }): SeenPiece => ({ at: name, army: null, piece: null }));
  const shown = covered.map((piece, index): SeenPiece =>
    index % 7 === 3 ? { ...piece, army: index % 2 === 0 ? 'red' : 'blue', piece: '36' } : piece,
  );
  const flips = (pieces: readonly SeenPiece[]): ReadonlySet<string> =>
    new Set(pieces.filter(({ army }) => army === null).map(({ at }) => at));
  const own = shown.find((piece) => piece.army === 'red')?.at ?? '';
  return [
    { name: 'dark', kind, change: { pieces: dark } },
    {
      name: 'targets',
      kind,
      change: { pieces: dark, moves: new Map([['r13', ['b13', 'r22', 'r24']]]), selected: 'r13' },
    },
    { name: 'open', kind, change: { pieces: draw([...army('red', 'known'), ...army('blue', 'known')]) } },
    { name: 'all face down', kind, change: { pieces: draw(covered), flips: flips(covered) } },
    {
      name: 'a piece turned over',
      kind,
      change: { pieces: draw(shown), flips: flips(shown), last: { no: 8, route: [own], fight: null } },
    },
    { name: 'a flip to be confirmed', kind, change: { pieces: draw(shown), noted: new Set(['r35']) } },
  ];
}

function army(seat: 'red' | 'blue', sight: 'known' | 'hidden'): SeenPiece[] {
  return [...preset(seat === 'red' ? 'control' : 'turtle')].map(([spot, piece]) => ({
    at: `${seat.charAt(0)}${spot}`,
    army: seat,
    piece: sight === 'known' ? piece : null,
  }));
}

function isOf(seats: readonly Seat[]): (piece: BoardPiece) => boolean {
  return ({ army }) => army !== null && seats.includes(army);
}
