import { beforeEach, expect, it, vi } from 'vitest';

import type * as Module from './settings.svelte';

/** As a page finds it that has just been opened. */
async function opened(): Promise<typeof Module.settings> {
  vi.resetModules();
  return (await import('./settings.svelte')).settings;
}

beforeEach(() => localStorage.clear());

it('is what suits most while nothing was chosen', async () => {
  expect({ ...(await opened()) }).toEqual({
    sound: 'on',
    volume: 70,
    notices: 'off',
    preMoves: 'on',
    motion: 'on',
    hints: 'off',
  });
});

it('is what was chosen before', async () => {
  const settings = await opened();
  settings.sound = 'off';
  settings.volume = 0;
  settings.preMoves = 'off';
  expect(localStorage.getItem('siguo.pre-moves')).toBe('off');
  expect(await opened()).toMatchObject({ sound: 'off', volume: 0, preMoves: 'off', motion: 'on' });
});

it.each([
  ['sound', 'loud', 'on'],
  ['volume', '101', 70],
  ['volume', '', 70],
  ['volume', 'x', 70],
] as const)('is not what is not allowed: %s %s', async (name, kept, value) => {
  localStorage.setItem(`siguo.${name}`, kept);
  expect((await opened())[name]).toBe(value);
});
