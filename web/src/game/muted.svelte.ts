/**
 * Whose words one does not want to read: whom the account has blocked. The server sends nothing more of what they say;
 * what was said before that is left out here.
 */

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { AccountId, Said } from '../api/types';

interface Block {
  readonly by: AccountId;
  readonly whom: AccountId;
}

let blocks = $state.raw<readonly Block[]>([]);

export const muted = {
  has: ({ by }: Pick<Said, 'by'>): boolean => {
    const me = session.me?.account.id;
    return blocks.some((block) => block.by === me && block.whom === by.id);
  },
  mute: async (whom: AccountId): Promise<void> => {
    await api.block(whom);
    const by = session.me?.account.id;
    if (by !== undefined) blocks = [...others(whom), { by, whom }];
  },
  unmute: async (whom: AccountId): Promise<void> => {
    await api.unblock(whom);
    blocks = others(whom);
  },
};

function others(whom: AccountId): readonly Block[] {
  const me = session.me?.account.id;
  return blocks.filter((block) => block.by !== me || block.whom !== whom);
}
