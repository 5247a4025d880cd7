import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { Me, MySettings } from '../api/types';
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
/** What the server keeps, and how it merges what it is told. */
let account: Me;
const told = vi.spyOn(api, 'changeSettings');
const asked = vi.spyOn(api, 'me');

/** Lets answers come and effects run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    flushSync();
    await Promise.resolve();
  }
}

/** What is heard of the account now, as after logging in or on the way to another page. */
async function hear(who: Me = account): Promise<void> {
  account = who;
  await session.refresh();
  await settle();
}

/** What another device does. */
function elsewhere({ language, preferences }: MySettings): Me {
  account = {
    ...account,
    language: language ?? account.language,
    preferences: { ...account.preferences, ...preferences },
  };
  return account;
}

const here = (): unknown[] => [language(), prefs.face, prefs.confirmMoves];

beforeEach(async () => {
  vi.spyOn(api, 'logout').mockResolvedValue(null);
  await session.logout();
  setLanguage('zh');
  prefs.takeOver({ face: 'names', confirm_moves: 'at-once' });
  asked.mockReset().mockImplementation(() => Promise.resolve(account));
  told.mockReset().mockImplementation((settings) => Promise.resolve(elsewhere(settings)));
  stop = $effect.root(() => keepWithAccount());
});

afterEach(() => stop());

const ALL: Partial<Me> = { language: 'zh', preferences: { face: 'names', confirm_moves: 'at-once' } };

it('takes over what the account keeps, and saves nothing for it', async () => {
  await hear(me('a', { language: 'en', preferences: { face: 'numbers', confirm_moves: 'nonsense' } }));
  expect(here()).toEqual(['en', 'numbers', 'at-once']);
  expect(told).not.toHaveBeenCalled();
});

it('tells the account what was chosen before it came in, and nothing that it keeps', async () => {
  prefs.face = 'short';
  await hear(me('b', { preferences: { confirm_moves: 'ask', sound: 'off' } }));
  expect(told.mock.calls).toEqual([[{ language: 'zh', preferences: { face: 'short' } }]]);
  expect(here()).toEqual(['zh', 'short', 'ask']);
  expect(account.preferences).toEqual({ confirm_moves: 'ask', sound: 'off', face: 'short' });
  // Whoever logs in next is asked what they keep, too.
  await hear(me('c', ALL));
  expect(here()).toEqual(['zh', 'names', 'at-once']);
  expect(told).toHaveBeenCalledTimes(1);
});

it('saves only what changes', async () => {
  await hear(me('d', ALL));
  prefs.face = 'short';
  await settle();
  setLanguage('en');
  await settle();
  expect(told.mock.calls).toEqual([[{ preferences: { face: 'short' } }], [{ language: 'en' }]]);
});

it('two devices change different things, and each hears of the other’s', async () => {
  await hear(me('e', ALL));
  elsewhere({ language: 'en', preferences: { confirm_moves: 'ask' } });
  prefs.face = 'short';
  await settle();
  expect(account.preferences).toEqual({ face: 'short', confirm_moves: 'ask' });
  expect(here()).toEqual(['en', 'short', 'ask']);
  elsewhere({ preferences: { face: 'numbers' } });
  await hear();
  expect(here()).toEqual(['en', 'numbers', 'ask']);
  expect(told).toHaveBeenCalledTimes(1);
});

it('an answer from before a change takes nothing back', async () => {
  await hear(me('f', ALL));
  const before = account;
  let answer: (me: Me) => void = () => undefined;
  asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const late = session.refresh();
  prefs.face = 'short';
  await settle();
  answer(before);
  await late;
  await settle();
  expect(prefs.face).toBe('short');
  expect(told).toHaveBeenCalledTimes(1);
});

it('of two changes the later one is told last', async () => {
  await hear(me('g', ALL));
  let arrive = (): void => undefined;
  told.mockImplementationOnce(
    (settings) => new Promise((resolve) => (arrive = () => resolve(elsewhere(settings)))),
  );
  prefs.face = 'short';
  await settle();
  prefs.face = 'numbers';
  await settle();
  expect(told).toHaveBeenCalledTimes(1);
  arrive();
  await settle();
  expect(told).toHaveBeenLastCalledWith({ preferences: { face: 'numbers' } });
  expect([prefs.face, account.preferences['face']]).toEqual(['numbers', 'numbers']);
});

it('tries again what could not be saved, and takes nothing back', async () => {
  await hear(me('h', ALL));
  told.mockRejectedValueOnce(new Error('unreachable'));
  prefs.confirmMoves = 'ask';
  await settle();
  expect(told).toHaveBeenCalledTimes(1);
  account = { ...account };
  await hear();
  expect(told).toHaveBeenCalledTimes(2);
  expect(prefs.confirmMoves).toBe('ask');
  account = { ...account };
  await hear();
  expect(told).toHaveBeenCalledTimes(2);
});

it('keeps the board that was chosen with the account too', async () => {
  await hear(me('board', { ...ALL, preferences: { ...ALL.preferences, board: 'ink' } }));
  expect(prefs.board).toBe('ink');
  prefs.board = 'wood';
  await settle();
  expect(told.mock.calls).toEqual([[{ preferences: { board: 'wood' } }]]);
});
