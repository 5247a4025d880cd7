import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { Me } from '../api/types';
import { prefs } from '../game/prefs.svelte';
import { language, setLanguage } from '../i18n';
import { keepWithAccount } from './account-settings.svelte';

function me(id: string, more: Partial<Me> = {}): Me {
  return {
    account: {
      id,
      kind: 'person',
      role: 'user',
      name: id,
      score: 0,
      title: 'private',
      no_ranked_until: null,
    },
    language: null,
    room: null,
    preferences: {},
    ...more,
  };
}

let stop: () => void;
const change = vi.spyOn(api, 'changeSettings');

async function become(who: Me): Promise<void> {
  vi.spyOn(api, 'me').mockResolvedValue(who);
  await session.refresh();
  flushSync();
}

beforeEach(() => {
  localStorage.clear();
  setLanguage('zh');
  prefs.takeOver({ face: 'names', confirm_moves: 'at-once' });
  change.mockReset().mockResolvedValue(me('x'));
  stop = $effect.root(() => keepWithAccount());
});

afterEach(() => stop());

it('takes over what the account keeps, and saves nothing for it', async () => {
  await become(me('a', { language: 'en', preferences: { face: 'numbers', confirm_moves: 'nonsense' } }));
  expect([language(), prefs.face, prefs.confirmMoves]).toEqual(['en', 'numbers', 'at-once']);
  flushSync();
  expect(change).not.toHaveBeenCalled();
});

it('saves what changes, and leaves what it does not know', async () => {
  await become(me('b', { language: 'zh', preferences: { sound: 'off' } }));
  prefs.face = 'short';
  flushSync();
  expect(change.mock.calls).toEqual([
    [{ preferences: { sound: 'off', face: 'short', confirm_moves: 'at-once' } }],
  ]);
  setLanguage('en');
  flushSync();
  expect(change).toHaveBeenLastCalledWith({ language: 'en' });
});

it('tries again what could not be saved, and takes nothing back', async () => {
  const before = me('c');
  await become(before);
  change.mockRejectedValueOnce(new Error('unreachable'));
  prefs.confirmMoves = 'ask';
  flushSync();
  await Promise.resolve();
  await become({ ...before });
  expect(change).toHaveBeenCalledTimes(2);
  expect(prefs.confirmMoves).toBe('ask');
  await become({ ...before });
  expect(change).toHaveBeenCalledTimes(2);
});
