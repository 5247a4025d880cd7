import { describe, expect, it } from 'vitest';

import { pick, pickTarget } from './pick';
import { project, spotOf, type Spot } from './projection';
import { EMPTY, type BoardState } from './state';

const projection = project('siguo', 'red');
const beside = (point: string, dx: number, dy: number): Spot => {
  const { x, y } = spotOf(projection, point);
  return { x: x + dx, y: y + dy };
};

const state: BoardState = {
  ...EMPTY,
  bottom: 'red',
  pieces: [
    { at: 'r13', army: 'red', text: '师长' },
    { at: 'r14', army: 'red', text: '地雷' },
    { at: 'n8', army: 'purple', text: null },
  ],
  moves: new Map([['r13', ['n8', 'r12', 'r23']]]),
};
const chosen = { ...state, selected: 'r13' };

describe('a touch', () => {
  it('picks the nearest own piece that can move', () => {
    expect(pick(state, projection, beside('r13', 30, 60), 90)).toEqual({ t: 'own', at: 'r13' });
  });

  it('picks the nearest target once a piece is chosen', () => {
    expect(pick(chosen, projection, beside('r12', 30, -40), 90)).toEqual({ t: 'target', at: 'r12' });
  });

  it('does not fall on a hopeless point next to a target', () => {
    expect(pick(chosen, projection, beside('r22', 0, -45), 90)).toEqual({ t: 'target', at: 'r12' });
  });

  it('looks at another piece that is hit squarely', () => {
    expect(pick(state, projection, beside('n8', 10, 5), 90)).toEqual({ t: 'other', at: 'n8' });
    expect(pick(state, projection, beside('r14', 10, 0), 90)).toEqual({ t: 'other', at: 'r14' });
  });

  it('is nothing far from everything', () => {
    expect(pick(state, projection, beside('g53', 0, 0), 90)).toEqual({ t: 'nothing' });
  });

  it('turns a face-down piece over', () => {
    const flips = { ...EMPTY, bottom: 'red' as const, flips: new Set(['r61']) };
    expect(pick(flips, projection, beside('r61', 20, 20), 90)).toEqual({ t: 'flip', at: 'r61' });
  });
});

describe('a dragged piece', () => {
  it('lands on the nearest target within reach, else nowhere', () => {
    expect(pickTarget(state, projection, 'r13', beside('n8', 40, 30), 72)).toBe('n8');
    expect(pickTarget(state, projection, 'r13', beside('n5', 0, 0), 72)).toBeNull();
  });
});

it('reaches every point of a 360 px phone with a finger', () => {
  const pixels = 360 / projection.box.width;
  for (const [at] of projection.spots) {
    const only = { ...EMPTY, bottom: 'red' as const, pieces: [], moves: new Map([[at, []]]) };
    expect(pick(only, projection, beside(at, 20 / pixels, 10 / pixels), 26 / pixels)).toEqual({
      t: 'own',
      at,
    });
  }
});

it('turns nothing over that is not hit itself', () => {
  const flips: BoardState = { ...EMPTY, bottom: 'red', flips: new Set(['r14']) };
  expect(pick(flips, projection, beside('r14', 30, 20), 90)).toEqual({ t: 'flip', at: 'r14' });
  expect(pick(flips, projection, beside('r14', 0, 60), 90)).toEqual({ t: 'nothing' });
});
