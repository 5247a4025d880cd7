import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createBoard, type Board } from './board';
import type { BoardOptions } from './state';

let element: HTMLElement;
let board: Board;
const told = { move: vi.fn(), select: vi.fn(), flip: vi.fn(), dismiss: vi.fn() };

const OPTIONS: BoardOptions = {
  kind: 'siguo',
  bottom: 'red',
  frame: 'board',
  mode: 'move',
  label: '棋盘',
  describe: (point, piece, use) => `${point} ${piece?.text ?? '-'} ${use}`,
  onMove: told.move,
  onSelect: told.select,
  onFlip: told.flip,
  onDismiss: told.dismiss,
};

beforeEach(() => {
  for (const mock of Object.values(told)) mock.mockReset();
  element = document.createElement('div');
  document.body.append(element);
  board = createBoard(element, OPTIONS);
});

afterEach(() => {
  board.destroy();
  element.remove();
});

const all = (selector: string): Element[] => [...element.querySelectorAll(selector)];
/** All places of a kind are one path. */
const places = (): number =>
  all('.tile, .camp-outer, .arch').reduce(
    (sum, path) => sum + (path.getAttribute('d') ?? '').split('M').length - 1,
    0,
  );
const spot = (point: string): SVGElement => element.querySelector(`[data-point="${point}"]`) as SVGElement;
const press = (point: string, key: string): void => {
  spot(point).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

const PIECES = [
  { at: 'r13', army: 'red', text: '师长' },
  { at: 'n5', army: 'purple', text: null, mark: '≥37' },
] as const;
const MOVES = new Map([['r13', ['n8', 'n5', 'r23']]]);

describe('drawing', () => {
  it('has every point once, each with words', () => {
    expect(all('.spot')).toHaveLength(129);
    expect(places()).toBe(129);
    board.set({ pieces: PIECES });
    expect(spot('r13').getAttribute('aria-label')).toBe('r13 师长 none');
  });

  it('shows a name where it is known, else only the sign', () => {
    board.set({ pieces: PIECES });
    expect(all('.piece.red .name').map((name) => name.textContent)).toEqual(['师长']);
    expect(all('.piece.purple .name')).toHaveLength(0);
    expect(all('.piece.purple .sign')).toHaveLength(1);
    expect(all('.mark text').map((mark) => mark.textContent)).toEqual(['≥37']);
  });

  it('marks empty targets with dots and enemies with frames', () => {
    board.set({ pieces: PIECES, moves: MOVES, selected: 'r13' });
    expect(all('.target')).toHaveLength(2);
    expect(all('.attack')).toHaveLength(1);
    expect(all('.selected')).toHaveLength(1);
  });

  it('draws hints fainter than marks, one without words as a dot', () => {
    board.set({
      pieces: [
        { at: 'p11', army: 'purple', text: null, hint: '≥师' },
        { at: 'p12', army: 'purple', text: null, hint: '' },
      ],
    });
    expect(all('.mark.hint text').map((mark) => mark.textContent)).toEqual(['≥师']);
    expect(all('.mark.hint circle')).toHaveLength(1);
  });

  it('draws a move chosen ahead, and the points to choose one from, apart from those of now', () => {
    board.set({ pieces: PIECES, moves: MOVES, tense: 'ahead', selected: 'r13' });
    expect(all('.target.ahead')).toHaveLength(2);
    expect(all('.attack.ahead')).toHaveLength(1);
    expect(spot('r13').getAttribute('aria-label')).toBe('r13 师长 none');
    board.set({ selected: null, ahead: ['r13', 'n8'] });
    expect(all('.way-ahead')).toHaveLength(1);
    expect(all('rect.ahead')).toHaveLength(2);
  });

  it('keeps the picture of a piece that has not changed', () => {
    board.set({ pieces: PIECES });
    const before = element.querySelector('.piece.red');
    board.set({ pieces: [...PIECES] });
    expect(element.querySelector('.piece.red')).toBe(before);
  });

  it('is drawn once at each change, and not where nothing has changed', () => {
    const describe = vi.fn(() => '-');
    board.set({ pieces: PIECES, moves: MOVES, describe });
    expect(describe).toHaveBeenCalledTimes(129);
    board.set({ pieces: PIECES, moves: MOVES, describe });
    expect(describe).toHaveBeenCalledTimes(129);
    spot('r13').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    board.set({ selected: 'r13' });
    expect(describe).toHaveBeenCalledTimes(2 * 129);
  });

  it('takes over new words', () => {
    board.set({ label: 'board', describe: (point) => `point ${point}` });
    expect(spot('r13').getAttribute('aria-label')).toBe('point r13');
    expect(all('.spots').map((grid) => grid.getAttribute('aria-label'))).toEqual(['board']);
  });

  it('draws the way of the last move through every point of it', () => {
    board.set({ last: { no: 1, route: ['r15', 'p11', 'p21'], fight: null } });
    expect(element.querySelector('.way')?.getAttribute('d')).toMatch(/^M.*C.*L/);
    expect(all('.origin')).toHaveLength(1);
  });

  it('turns by the seat at the bottom', () => {
    board.set({ pieces: [PIECES[0]] });
    const style = (): string => (element.querySelector('.piece') as SVGElement).style.transform;
    const below = style();
    board.set({ bottom: 'blue' });
    expect(style()).toBe(below.replace(/(\d+)px\)$/, '-$1px)'));
  });
});

describe('the keyboard', () => {
  it('moves the focus from point to point', () => {
    board.set({ pieces: PIECES, moves: MOVES });
    press('r13', 'ArrowUp');
    expect(document.activeElement).toBe(spot('n8'));
    expect(spot('n8').getAttribute('tabindex')).toBe('0');
    expect(spot('r13').getAttribute('tabindex')).toBe('-1');
  });

  it('selects, moves and cancels', () => {
    board.set({ pieces: PIECES, moves: MOVES });
    press('r13', 'Enter');
    expect(told.select).toHaveBeenLastCalledWith('r13');
    expect(spot('n8').getAttribute('aria-label')).toBe('n8 - target');
    press('r13', 'Escape');
    expect(told.select).toHaveBeenLastCalledWith(null);
    press('r13', 'Enter');
    press('r13', 'PageDown');
    press('n8', 'Enter');
    expect(told.move).toHaveBeenCalledWith('r13', 'n8');
  });

  it('tells when nothing is meant, and what was selected until then', () => {
    board.set({ pieces: PIECES, moves: MOVES });
    press('r13', 'Enter');
    press('r13', 'Escape');
    press('r13', 'Escape');
    press('r13', 'Enter');
    press('r13', 'Enter');
    expect(told.dismiss.mock.calls).toEqual([['r13'], [null], ['r13']]);
  });

  it('looks at a piece that is not one’s own', () => {
    board.set({ pieces: PIECES, moves: MOVES });
    press('r13', 'ArrowUp');
    press('n8', 'ArrowUp');
    press('n5', 'Enter');
    expect(told.select).toHaveBeenLastCalledWith('n5');
    expect(told.move).not.toHaveBeenCalled();
  });
});

it('forgets the selection when its piece is gone', () => {
  board.set({ pieces: PIECES, moves: MOVES, selected: 'r13' });
  board.set({ pieces: [PIECES[1]], moves: new Map() });
  expect(board.state.selected).toBeNull();
  expect(told.select).toHaveBeenLastCalledWith(null);
});

it('says something to a screen reader', () => {
  board.announce('红方吃掉紫方一子');
  expect(element.querySelector('[aria-live]')?.textContent).toBe('红方吃掉紫方一子');
});

describe('a flip game', () => {
  const PIECES = [
    { at: 'r13', army: 'red', text: '师长' },
    { at: 'r14', army: null, text: null },
    { at: 'r22', army: 'blue', text: '军旗' },
  ] as const;
  const tried = vi.fn();

  beforeEach(() => {
    tried.mockReset();
    board.destroy();
    board = createBoard(element, { ...OPTIONS, kind: 'classic', onTry: tried });
    board.set({ pieces: PIECES, moves: new Map([['r13', ['r23']]]), flips: new Set(['r14']) });
  });

  it('says of a face-down piece that it can be turned over, and turns it over at a touch', () => {
    expect(spot('r14').getAttribute('aria-label')).toBe('r14 - flip');
    press('r14', 'Enter');
    expect(told.flip).toHaveBeenCalledWith('r14');
  });

  it.each(['r14', 'r22'])('turns nothing over that a piece is led onto: %s', (at) => {
    press('r13', 'Enter');
    press(at, 'Enter');
    expect(tried).toHaveBeenCalledWith('r13', at);
    expect(told.flip).not.toHaveBeenCalled();
    expect(board.state.selected).toBeNull();
  });
});
