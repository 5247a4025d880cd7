import { beforeEach, describe, expect, it } from 'vitest';

import type { Command, Legal } from '../api/types';
import { prefs } from '../game/prefs.svelte';
import { Messages } from './messages.svelte';
import { Mover } from './mover.svelte';

const HERE = { game: 'game', no: 7 };
const LEGAL: Legal = { moves: [{ from: 'r11', to: ['n7', 'n4'] }], flips: [] };

let sent: Command[];
let mover: Mover;

beforeEach(() => {
  sent = [];
  prefs.confirmMoves = 'at-once';
  mover = new Mover((command) => {
    sent.push(command);
    return Promise.resolve({ t: 'done' });
  }, new Messages());
});

it('asks about a move in its own position alone, and sends it there', () => {
  prefs.confirmMoves = 'ask';
  mover.move(HERE, 'r11', 'n4');
  expect(mover.pendingAt({ game: 'game', no: 8 })).toBeNull();
  expect(mover.pendingAt({ game: 'next', no: 7 })).toBeNull();
  expect(mover.pendingAt({ ...HERE })).toMatchObject({ from: 'r11', to: 'n4', state: 'asked' });
  void mover.confirm();
  expect(sent).toEqual([{ t: 'move', d: { game: 'game', after: 7, from: 'r11', to: 'n4' } }]);
});

it('asks about a flip as about a move, and about nothing that is only tried', () => {
  prefs.confirmMoves = 'ask';
  mover.flip(HERE, 'b42');
  expect(sent).toEqual([]);
  expect(mover.pendingAt(HERE)).toMatchObject({ from: 'b42', to: 'b42', state: 'asked' });
  void mover.confirm();
  expect(sent).toEqual([{ t: 'flip', d: { game: 'game', after: 7, at: 'b42' } }]);
  mover.try(HERE, 'r11', 'r12');
  expect(sent.at(-1)).toEqual({ t: 'move', d: { game: 'game', after: 7, from: 'r11', to: 'r12' } });
});

describe('a move chosen ahead', () => {
  it('is sent once when it can be made, in answer to the position that allows it', () => {
    mover.plan('r11', 'n4');
    expect(sent).toEqual([]);
    expect(mover.carryOut(HERE, LEGAL)).toBe('sent');
    expect(sent).toEqual([{ t: 'move', d: { game: 'game', after: 7, from: 'r11', to: 'n4' } }]);
    expect(mover.ahead).toBeNull();
    expect(mover.carryOut(HERE, LEGAL)).toBe('dropped');
    expect(sent).toHaveLength(1);
  });

  it('is not asked about again', () => {
    prefs.confirmMoves = 'ask';
    mover.plan('r11', 'n7');
    mover.carryOut(HERE, LEGAL);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['r11', 'n1'],
    ['r13', 'n7'],
  ])('from %s to %s is not sent where the server does not allow it', (from, to) => {
    mover.plan(from, to);
    expect(mover.carryOut(HERE, LEGAL)).toBe('dropped');
    expect(mover.ahead).toBeNull();
    expect(sent).toEqual([]);
  });

  it('can be forgotten, and another takes its place', () => {
    mover.plan('r11', 'n7');
    mover.plan('r11', 'n4');
    expect(mover.ahead).toEqual(['r11', 'n4']);
    mover.forget();
    expect(mover.carryOut(HERE, LEGAL)).toBe('dropped');
    expect(sent).toEqual([]);
  });
});
