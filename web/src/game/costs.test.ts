import { describe, expect, it } from 'vitest';

import type { Seat, View } from '../api/types';
import { VIEWS } from '../gallery/fixture';
import { arranging, roomIn } from '../gallery/people';
import { leaveCost, surrenderCost } from './costs';

const four = roomIn(arranging).options.rules;
const two = { ...four, players: 2 } as const;
const view = (steps: number, ...out: Seat[]): View => ({
  ...(VIEWS[0] as View),
  steps,
  out: out.map((seat) => ({ seat, reason: 'flag', step: 10 })),
});

describe('surrender', () => {
  it('is refused before step 20', () => {
    expect(surrenderCost(view(19), 'red', four)).toEqual({ t: 'too-early', steps: 19 });
    expect(surrenderCost(view(20), 'red', four)).toEqual({ t: 'partner-goes-on' });
  });

  it('loses the game when the partner is out, or there is none', () => {
    expect(surrenderCost(view(50, 'blue'), 'red', four)).toEqual({ t: 'side-loses', points: 2 });
    expect(surrenderCost(view(50), 'red', two)).toEqual({ t: 'side-loses', points: 1 });
  });
});

describe('leaving', () => {
  it('voids a game of four, also when only an enemy is out', () => {
    expect(leaveCost(view(5), 'red', four)).toEqual({ t: 'void' });
    expect(leaveCost(view(5, 'purple'), 'red', four)).toEqual({ t: 'void' });
  });

  it('loses when the partner is out, or there is none', () => {
    expect(leaveCost(view(5, 'blue'), 'red', four)).toEqual({ t: 'side-loses', points: 2 });
    expect(leaveCost(view(5), 'red', two)).toEqual({ t: 'side-loses', points: 1 });
  });

  it('is free for who is out', () => {
    expect(leaveCost(view(5, 'red'), 'red', four)).toEqual({ t: 'free' });
  });
});
