/** The lines of talk on the screen: told apart, and which of them are news. */

import type { AccountId, Channel, Said } from '../api/types';

export interface Line {
  /** Stays with the line when older ones go, and when everything is told anew. */
  readonly key: string;
  readonly said: Said;
}

/** The lines of one channel, in their order. */
export function linesIn(talk: readonly Said[], channel: Channel | undefined): Line[] {
  const alike = new Map<string, number>();
  return talk
    .filter((said) => said.channel === channel)
    .map((said) => {
      const moment = `${said.at} ${said.by.id}`;
      const before = alike.get(moment) ?? 0;
      alike.set(moment, before + 1);
      return { key: `${moment} ${before}`, said };
    });
}

/** When somebody else last said something in these channels that one wants to read; 0 is never. */
export function lastOfOthers(
  talk: readonly Said[],
  channels: readonly Channel[],
  me: AccountId | null,
  isMuted: (said: Said) => boolean,
): number {
  const last = talk.findLast(
    (said) => channels.includes(said.channel) && said.by.id !== me && !isMuted(said),
  );
  return last?.at ?? 0;
}
