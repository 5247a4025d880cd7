/**
 * The language and the preferences are the account's: taken over from it whenever it is heard of, and saved to it when
 * they change. What it does not know yet, because it was chosen before one came in, is told to it. What could not be
 * saved is tried again with the next thing that is learned about the account.
 */

import { untrack } from 'svelte';

import { session } from '../api/session.svelte';
import type { AccountId, Language, Me, MySettings } from '../api/types';
import { eachOf, PREFERENCES, prefs, readChosen, type Chosen } from '../game/prefs.svelte';
import { chosenLanguage, setLanguage } from '../i18n';

interface Settings extends Chosen {
  readonly language: Language | null;
}

/** Keeps both in step as long as the component lives that calls it. */
export function keepWithAccount(): void {
  let account: AccountId | null = null;
  /** What the account is known to keep; what it keeps and nobody here can read counts as what was chosen here then. */
  let kept: Settings | null = null;
  let heard: Me | null = null;
  let state: 'idle' | 'saving' = 'idle';

  function hear(me: Me): void {
    if (me === heard) return;
    if (me.account.id !== account) kept = null;
    account = me.account.id;
    heard = me;
    const chosen = here();
    const says: Settings = { language: me.language, ...readChosen(me.preferences) };
    /** Whether it was changed here since, and the account does not know it yet. */
    const isNews = (key: keyof Settings): boolean => kept !== null && chosen[key] !== kept[key];
    prefs.takeOver(eachOf((key) => (isNews(key) ? null : says[key])));
    if (me.language !== null && !isNews('language')) setLanguage(me.language);
    const unread = (key: keyof Chosen): boolean =>
      says[key] === null && (me.preferences[key] ?? null) !== null;
    const before = kept ?? chosen;
    kept = { language: says.language, ...eachOf((key) => (unread(key) ? before[key] : says[key])) };
  }

  async function step(): Promise<void> {
    const { me } = session;
    // One at a time: of two on their way the older could arrive last.
    if (me === null || state === 'saving') return;
    hear(me);
    const wanted = here();
    const changed = kept === null ? null : changes(kept, wanted);
    if (changed === null) return;
    state = 'saving';
    try {
      await session.changeSettings(changed);
      kept = wanted;
    } catch {
      return;
    } finally {
      state = 'idle';
    }
    await step();
  }

  $effect(() => {
    here();
    if (session.me !== null) untrack(() => void step());
  });
}

function here(): Settings {
  return { language: chosenLanguage(), ...prefs.chosen };
}

/** What has to be told to the account: only what it does not know, for another device may have changed the rest. */
function changes(kept: Settings, wanted: Settings): MySettings | null {
  const differs = (key: keyof Settings): boolean => wanted[key] !== null && wanted[key] !== kept[key];
  const preferences = PREFERENCES.filter(differs).map((key) => [key, wanted[key]] as const);
  const { language } = wanted;
  if (preferences.length === 0 && !differs('language')) return null;
  return {
    ...(language !== null && differs('language') ? { language } : {}),
    ...(preferences.length === 0 ? {} : { preferences: Object.fromEntries(preferences) }),
  };
}
