/** What the screens of a room are given, whoever keeps the connection. */

import type { Command, Done, GameId, RoomSnapshot } from '../api/types';
import type { LayoutShelf } from '../arrange/shelf';
import type { Numbered } from '../game/log';
import type { ArrangingTime, Note } from '../net/room';

export interface RoomProps {
  /** Its view is the newest. */
  readonly room: RoomSnapshot;
  /** The events that lead up to now, without a gap. */
  readonly events: readonly Numbered[];
  /** Whether the time for arranging runs. */
  readonly arranging: ArrangingTime;
  /** The last passing note: an object of its own, so that it can be told from the next of the same kind. */
  readonly note: Note | null;
  /** The server's clock, in milliseconds. */
  readonly now: () => number;
  /** Rejects with `Refused`. */
  readonly send: (command: Command) => Promise<Done>;
  readonly shelf: LayoutShelf;
  readonly onlobby: () => void;
  readonly onreplay: (game: GameId) => void;
  readonly onagain: () => void;
}
