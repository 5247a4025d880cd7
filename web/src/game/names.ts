/** What a player is called on the page. */

import type { AccountKind, BotLevel } from '../api/types';
import type { Catalogue } from '../i18n';

/** Whoever has a name: a player at a table, in a list, or oneself. */
export interface Named {
  readonly kind: AccountKind;
  readonly name: string;
  readonly level?: BotLevel | null;
  readonly deleted?: boolean;
}

/** What the server writes in place of a name whose account is deleted; nobody can register it. */
const DELETED = '已注销';

export function nameOf(words: Catalogue, player: Named): string {
  const { kind, level = null, name } = player;
  if (isDeleted(player)) return words.player.deleted;
  switch (kind) {
    case 'person':
      return name;
    case 'guest':
      return guestName(words, name);
    case 'bot':
      return level === null ? words.people.kinds.bot : words.people.bot(words.people.levels[level]);
  }
}

export function isDeleted({ name, deleted = false }: Named): boolean {
  return deleted || name === DELETED;
}

/** The server numbers its guests in Chinese; the word is told in the reader's language. */
export function guestName(words: Catalogue, name: string): string {
  return name.replace(/^游客(?=\d)/, words.people.kinds.guest === '游客' ? '游客' : `${words.people.guest} `);
}
