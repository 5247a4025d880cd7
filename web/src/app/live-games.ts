/** Which of the games that go on are shown as boards. */

import type { GameId, LiveRoom } from '../api/types';

export type LiveGame = LiveRoom & { readonly game: GameId };

/** Those that anybody may look at, the most watched first; of equals in the order of the list. */
export function watchable(rooms: readonly LiveRoom[]): LiveGame[] {
  return rooms.filter(isWatchable).sort((one, other) => other.watchers - one.watchers);
}

function isWatchable(room: LiveRoom): room is LiveGame {
  const { game, stage, options } = room;
  return (
    game !== null && stage === 'playing' && options.spectating === 'open' && options.privacy !== 'password'
  );
}
