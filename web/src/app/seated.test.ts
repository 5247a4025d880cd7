import { expect, it } from 'vitest';

import type { OutReason, Phase, RoomSnapshot, Seat, Viewer } from '../api/types';
import { isOnTurn, isStillIn } from './seated';

const ME: Viewer = { t: 'seat', d: 'red' };

function room(you: Viewer, phase: Phase['t'], turn: Seat = 'red', out: Seat[] = []): RoomSnapshot {
  const view = { turn, out: out.map((seat) => ({ seat, reason: 'flag' satisfies OutReason, step: 1 })) };
  return { you, phase: { t: phase, d: { view } } } as unknown as RoomSnapshot;
}

it('holds those who are in a game that runs', () => {
  expect(isStillIn(null)).toBe(false);
  expect(isStillIn(room({ t: 'public' }, 'playing'))).toBe(false);
  expect(isStillIn(room(ME, 'gathering'))).toBe(false);
  expect(isStillIn(room(ME, 'arranging'))).toBe(true);
  expect(isStillIn(room(ME, 'playing'))).toBe(true);
  expect(isStillIn(room(ME, 'playing', 'blue', ['red']))).toBe(false);
  expect(isStillIn(room(ME, 'ended'))).toBe(false);
});

it('knows whose turn it is', () => {
  expect(isOnTurn(room(ME, 'playing', 'red'))).toBe(true);
  expect(isOnTurn(room(ME, 'playing', 'blue'))).toBe(false);
  expect(isOnTurn(room({ t: 'public' }, 'playing', 'red'))).toBe(false);
  expect(isOnTurn(room(ME, 'arranging'))).toBe(false);
});
