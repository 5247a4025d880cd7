/**
 * The language and the preferences are the account's: taken over from it when one comes in, and saved to it when they
 * change. What could not be saved is tried again with the next thing that is learned about the account.
 */

import { untrack } from 'svelte';

import { api } from '../api/client';
import { session } from '../api/session.svelte';
import type { AccountId, Language, Me, MySettings } from '../api/types';
import { prefs, type Preferences } from '../game/prefs.svelte';
import { language, setLanguage } from '../i18n';

interface Settings {
  readonly language: Language;
  readonly preferences: Preferences;
}

/** Keeps both in step as long as the component lives that calls it. */
export function keepWithAccount(): void {
  let account: AccountId | null = null;
  let saved: Settings = here();

  function here(): Settings {
    return { language: language(), preferences: prefs.all };
  }

  function takeOver(me: Me): void {
    account = me.account.id;
    if (me.language !== null) setLanguage(me.language);
    prefs.takeOver(me.preferences);
    saved = here();
  }

  async function save(me: Me, wanted: Settings): Promise<void> {
    const changed = changes(me, saved, wanted);
    if (changed === null) return;
    const before = saved;
    saved = wanted;
    try {
      await api.changeSettings(changed);
    } catch {
      if (saved === wanted) saved = before;
    }
  }

  $effect(() => {
    const { me } = session;
    const wanted = here();
    if (me === null) return;
    untrack(() => {
      if (me.account.id === account) void save(me, wanted);
      else takeOver(me);
    });
  });
}

/** What has to be told to the account; null if nothing. */
function changes(me: Me, saved: Settings, wanted: Settings): MySettings | null {
  const keys = Object.keys(wanted.preferences) as (keyof Preferences)[];
  const other = keys.some((key) => wanted.preferences[key] !== saved.preferences[key]);
  if (wanted.language === saved.language && !other) return null;
  return {
    ...(wanted.language === saved.language ? {} : { language: wanted.language }),
    // What another version of the client keeps there stays.
    ...(other ? { preferences: { ...me.preferences, ...wanted.preferences } } : {}),
  };
}
