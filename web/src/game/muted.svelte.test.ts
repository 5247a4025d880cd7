import { beforeEach, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { Me } from '../api/types';
import { muted } from './muted.svelte';

const saidBy = (id: string): { by: { id: string; name: string; seat: null } } => ({
  by: { id, name: 'the same name', seat: null },
});

async function become(id: string): Promise<void> {
  vi.spyOn(api, 'me').mockResolvedValue({ account: { id } } as Me);
  await session.refresh();
}

beforeEach(() => {
  vi.spyOn(api, 'block').mockReset().mockResolvedValue(null);
  vi.spyOn(api, 'unblock').mockReset().mockResolvedValue(null);
});

it('leaves out what a muted account said, until it is not muted any more', async () => {
  await become('one');
  await muted.mute('other');
  expect(api.block).toHaveBeenCalledWith('other');
  expect([muted.has(saidBy('other')), muted.has(saidBy('third'))]).toEqual([true, false]);
  await muted.unmute('other');
  expect(api.unblock).toHaveBeenCalledWith('other');
  expect(muted.has(saidBy('other'))).toBe(false);
});

it('mutes nobody for somebody else at the same browser', async () => {
  await become('one');
  await muted.mute('other');
  await become('two');
  expect(muted.has(saidBy('other'))).toBe(false);
});

it('says so when the server did not take it', async () => {
  await become('three');
  vi.mocked(api.block).mockRejectedValueOnce(new Error('unreachable'));
  await expect(muted.mute('other')).rejects.toThrow('unreachable');
  expect(muted.has(saidBy('other'))).toBe(false);
});
