import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Board } from './index';
import { showExample } from './example';

const read = (name: string): string => readFileSync(`src/board/${name}`, 'utf8');

describe('the page about the board', () => {
  const page = read('README.md');

  it('shows the example whole', () => {
    expect(page.match(/```ts\n(.*?)```/s)?.[1]).toBe(read('example.ts'));
  });

  it('names every custom property that colours the board, and no other', () => {
    const used = [...read('board.css').matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    const named = [...page.matchAll(/`(--[\w-]+)`/g)].map(([, name]) => name);
    // It is set by the board itself, from the piece's army.
    expect(new Set(named)).toEqual(new Set(used.filter((name) => name !== '--army')));
  });
});

describe('the example', () => {
  let element: HTMLElement;
  let board: Board;

  const all = (selector: string): Element[] => [...element.querySelectorAll(selector)];
  /** All places of a kind are one path. */
  const places = (): number =>
    all('.tile, .camp-outer, .arch').reduce(
      (sum, path) => sum + (path.getAttribute('d') ?? '').split('M').length - 1,
      0,
    );
  const press = (point: string): void => {
    const cell = element.querySelector(`[data-point="${point}"]`) as SVGElement;
    cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };

  beforeEach(() => {
    const page = new DOMParser().parseFromString(read('example.html'), 'text/html');
    expect(page.querySelector('script')?.textContent).toContain(
      "showExample(document.getElementById('board'))",
    );
    element = document.adoptNode(page.getElementById('board') as HTMLElement);
    document.body.append(element);
    board = showExample(element);
    // What happy-dom makes of motion is not what browsers do.
    board.set({ motion: 'off' });
  });

  afterEach(() => {
    board.destroy();
    element.remove();
  });

  it('stands in a plain page', () => {
    expect(places()).toBe(60);
    expect(all('.piece.red .name').map(({ textContent }) => textContent)).toEqual(['A']);
    expect(all('.piece.blue .mark')).toHaveLength(1);
    board.destroy();
    expect(element.children).toHaveLength(0);
  });

  it('moves by keyboard along roads and railways, and takes', () => {
    press('r13');
    expect(all('.target')).toHaveLength(5);
    expect(all('.attack')).toHaveLength(1);
    press('r23');
    expect(board.state.last).toEqual({ no: 1, route: ['r13', 'r23'], fight: null });
    for (const point of ['r23', 'r13', 'r13', 'b13']) press(point);
    expect(board.state.last).toEqual({ no: 3, route: ['r13', 'b13'], fight: 'attacker' });
    expect(board.state.pieces).toEqual([{ at: 'b13', army: 'red', text: 'A' }]);
    expect(all('.piece')).toHaveLength(1);
  });
});
