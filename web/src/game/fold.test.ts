import { describe, expect, it } from 'vitest';

import type { Event, Happened, SeenPiece, View } from '../api/types';
import { fold } from './fold';

const noTimeouts = { red: 0, purple: 0, blue: 0, green: 0 };

function view(pieces: SeenPiece[]): View {
  return {
    viewer: { t: 'seat', d: 'red' },
    turn: 'red',
    steps: 10,
    quiet: 3,
    timeouts: noTimeouts,
    out: [],
    flags: [],
    colours: null,
    commitment: null,
    fallen: null,
    pieces,
    last: null,
    result: null,
  };
}

function event(action: Happened, more: Partial<Event> = {}): Event {
  return {
    action,
    flags: [],
    out: [],
    colours: null,
    turn: 'purple',
    steps: 11,
    quiet: 4,
    timeouts: noTimeouts,
    result: null,
    opened: null,
    ...more,
  };
}

const own: SeenPiece = { at: 'r15', army: 'red', piece: '39' };
const enemy: SeenPiece = { at: 'p31', army: 'purple', piece: null };
const flag: SeenPiece = { at: 'p62', army: 'purple', piece: null };
const route = ['r15', 'p11', 'p21', 'p31'];
const move = (fight: 'attacker' | 'defender' | 'both' | null, scout: SeenPiece | null = null): Happened => ({
  t: 'move',
  d: { seat: 'red', route, fight, scout },
});

describe('a move', () => {
  it('carries the piece to the end of its way', () => {
    const next = fold(view([own, flag]), event(move(null)));
    expect(next.pieces).toEqual([{ ...own, at: 'p31' }, flag]);
    expect(next).toMatchObject({ turn: 'purple', steps: 11, quiet: 4, last: move(null) });
  });

  it.each([
    ['attacker', [{ ...own, at: 'p31' }, flag]],
    ['defender', [enemy, flag]],
    ['both', [flag]],
  ] as const)('leaves after a fight: %s', (fight, left) => {
    expect(fold(view([own, enemy, flag]), event(move(fight))).pieces).toEqual(left);
  });

  it('shows what an engineer has scouted', () => {
    const seen: SeenPiece = { ...enemy, piece: '38' };
    expect(fold(view([own, enemy]), event(move('defender', seen))).pieces).toEqual([seen]);
  });

  it('shows a flag', () => {
    const shown = { seat: 'purple', at: 'p62' } as const;
    const next = fold(view([own, enemy, flag]), event(move('attacker'), { flags: [shown] }));
    expect(next.pieces).toContainEqual({ at: 'p62', army: 'purple', piece: '07' });
    expect(next.flags).toEqual([shown]);
  });

  it('clears the army of who goes out', () => {
    const out = { seat: 'purple', reason: 'flag', step: 11 } as const;
    const next = fold(view([own, enemy, flag]), event(move('attacker'), { out: [out] }));
    expect(next.pieces).toEqual([{ ...own, at: 'p31' }]);
    expect(next.out).toEqual([out]);
  });
});

it('opens everything at the end', () => {
  const pieces: SeenPiece[] = [{ ...enemy, piece: '40' }];
  const opened = {
    layouts: { red: null, purple: null, blue: null, green: null },
    shuffled: [],
    nonce: null,
    pieces,
  };
  const result = { winner: [], reason: 'agreed', void: false, steps: 10 } as const;
  const end = event({ t: 'draw' }, { opened, turn: null, result: { ...result, winner: [] } });
  expect(fold(view([own, enemy]), end)).toMatchObject({ pieces, turn: null, result });
});

it('turns a face-down piece over', () => {
  const down: SeenPiece = { at: 'r11', army: null, piece: null };
  const up: SeenPiece = { at: 'r11', army: 'blue', piece: '32' };
  const next = fold(view([down]), event({ t: 'flip', d: { seat: 'red', piece: up } }));
  expect(next.pieces).toEqual([up]);
});

it('changes nothing of the view it was given', () => {
  const before = view([own, enemy, flag]);
  const copy = structuredClone(before);
  fold(before, event(move('both'), { flags: [{ seat: 'purple', at: 'p62' }] }));
  expect(before).toEqual(copy);
});
