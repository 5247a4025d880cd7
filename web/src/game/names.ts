/** What a player is called on the page. */

import type { Player } from '../api/types';
import type { Catalogue } from '../i18n';

export function nameOf(
  words: Catalogue,
  { kind, level, name }: Pick<Player, 'kind' | 'level' | 'name'>,
): string {
  switch (kind) {
    case 'person':
      return name;
    case 'guest':
      return guestName(words, name);
    case 'bot':
      return level === null ? words.people.kinds.bot : words.people.bot(words.people.levels[level]);
  }
}

/** The server numbers its guests in Chinese; the word is told in the reader's language. */
export function guestName(words: Catalogue, name: string): string {
  return name.replace(/^游客(?=\d)/, words.people.kinds.guest === '游客' ? '游客' : `${words.people.guest} `);
}
