/** Logging out: back to the lobby, as a new guest. */

import { session } from '../api/session.svelte';
import { online } from './online.svelte';
import { navigate } from './router.svelte';
import { to } from './routes';

export async function leaveAccount(): Promise<void> {
  await session.logout();
  online.restart();
  navigate(to.lobby);
}
