import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { VIEWS } from '../gallery/fixture';
import { playing, roomIn } from '../gallery/people';
import { Glimpse } from './glimpse.svelte';
import type { LiveGame } from './live-games';

it('asks for a game again only when it has gone on', async () => {
  const view = VIEWS[0];
  if (view === undefined) throw new Error('no view');
  const ask = vi
    .spyOn(api, 'game')
    .mockResolvedValue({ id: 'game', state: { t: 'running', d: { room: 'room', no: 3, view } } });
  const { options } = roomIn(playing('none'));
  const base = { room: 'room', game: 'game', kind: 'match', ranked: true, options, host: null } as const;
  const players = { red: null, purple: null, blue: null, green: null };
  let room = $state.raw<LiveGame>({ ...base, players, stage: 'playing', steps: 3, watchers: 0, since: 0 });
  const change = (more: Partial<LiveGame>): void => {
    room = { ...room, ...more };
    flushSync();
  };
  let glimpse: Glimpse | undefined;
  const stop = $effect.root(() => {
    glimpse = new Glimpse(() => room);
  });
  flushSync();
  await Promise.resolve();
  await Promise.resolve();
  expect(glimpse?.running?.no).toBe(3);
  change({ watchers: 1 });
  expect(ask).toHaveBeenCalledTimes(1);
  change({ steps: 4 });
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});
