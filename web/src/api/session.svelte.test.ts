import { beforeEach, describe, expect, it, vi } from 'vitest';

import { api, ApiError, Offline } from './client';
import { session } from './session.svelte';
import type { Account, Me, Problem } from './types';

const account = (id: string): Account => ({
  id,
  kind: 'guest',
  role: 'user',
  name: id,
  score: 0,
  title: 'private',
  no_ranked_until: null,
});
const me = (id: string): Me => ({ account: account(id), language: 'en', preferences: {}, room: null });
const nobody = new ApiError({ status: 401, title: 'nobody' } as Problem);

beforeEach(async () => {
  vi.spyOn(api, 'logout').mockReset().mockResolvedValue(null);
  vi.spyOn(api, 'me').mockReset().mockRejectedValue(nobody);
  vi.spyOn(api, 'guest')
    .mockReset()
    .mockResolvedValue({ token: 'secret', account: account('new') });
  await session.logout();
});

describe('coming in', () => {
  it('without an account one becomes a guest, who is nobody else and has chosen nothing', async () => {
    await session.admit();
    expect(session.me).toEqual({ ...me('new'), language: null });
    expect(api.me).toHaveBeenCalledTimes(1);
  });

  it('asked twice at once is asked once, and asked later is asked again', async () => {
    await Promise.all([session.admit(), session.admit()]);
    expect(api.guest).toHaveBeenCalledTimes(1);
    vi.mocked(api.me).mockResolvedValue(me('new'));
    await session.admit();
    expect(session.me).toEqual(me('new'));
    expect(api.me).toHaveBeenCalledTimes(2);
    expect(api.guest).toHaveBeenCalledTimes(1);
  });

  it('without a server one stays who one is, and may ask again', async () => {
    vi.mocked(api.me).mockRejectedValueOnce(new Offline('away'));
    await expect(session.admit()).rejects.toThrow(Offline);
    expect(api.guest).not.toHaveBeenCalled();
    expect(session.me).toBeNull();
    await session.admit();
    expect(session.me?.account.id).toBe('new');
  });

  it('an answer from before a logout says nothing of who one is after it', async () => {
    let answer: (me: Me) => void = () => undefined;
    vi.mocked(api.me).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const late = session.admit();
    await session.logout();
    const now = session.admit();
    answer(me('old'));
    await Promise.all([late, now]);
    expect(session.me?.account.id).toBe('new');
  });
});
