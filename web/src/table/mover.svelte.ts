/** A move on its way: chosen ahead or now, perhaps to be confirmed, then sent and waited for. */

import type { Command, GameId, Legal } from '../api/types';
import type { Point } from '../board';
import { prefs } from '../game/prefs.svelte';
import type { Messages } from './messages.svelte';
import type { RoomProps } from './props';

interface Pending {
  /** Where it was chosen: in another position it is no answer. */
  readonly position: Position;
  readonly from: Point;
  /** The same for a flip. */
  readonly to: Point;
  /** Whether it waits for its player's word or for the server's. */
  readonly state: 'asked' | 'sent';
}

/** The position that a command answers. */
interface Position {
  readonly game: GameId;
  readonly no: number;
}

export type PreMove = readonly [from: Point, to: Point];

export class Mover {
  readonly #send: RoomProps['send'];
  readonly #messages: Messages;
  #pending = $state.raw<Pending | null>(null);
  #ahead = $state.raw<PreMove | null>(null);

  constructor(send: RoomProps['send'], messages: Messages) {
    this.#send = send;
    this.#messages = messages;
  }

  /** What is on its way in a position; a move that was not confirmed goes with its turn. */
  pendingAt({ game, no }: Position): Pending | null {
    const at = this.#pending?.position;
    return at?.game === game && at.no === no ? this.#pending : null;
  }

  /** What was chosen before one's turn (预走). */
  get ahead(): PreMove | null {
    return this.#ahead;
  }

  move(position: Position, from: Point, to: Point): void {
    this.#pending = { position, from, to, state: 'asked' };
    if (prefs.confirmMoves === 'at-once') void this.confirm();
  }

  async confirm(): Promise<void> {
    if (this.#pending === null) return;
    const sent: Pending = { ...this.#pending, state: 'sent' };
    this.#pending = sent;
    await this.#messages.heed(this.#send(commandOf(sent)));
    if (this.#pending === sent) this.#pending = null;
  }

  cancel(): void {
    this.#pending = null;
  }

  plan(from: Point, to: Point): void {
    this.#ahead = [from, to];
  }

  forget(): void {
    this.#ahead = null;
  }

  /** The turn has come: what was chosen ahead is sent if the server allows it now, and forgotten either way. */
  carryOut(position: Position, { moves }: Legal): 'sent' | 'dropped' {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead === null) return 'dropped';
    const [from, to] = ahead;
    if (!moves.some((piece) => piece.from === from && piece.to.includes(to))) return 'dropped';
    // It was thought over when it was chosen: it is not asked about again.
    this.#pending = { position, from, to, state: 'asked' };
    void this.confirm();
    return 'sent';
  }

  flip(position: Position, at: Point): void {
    this.move(position, at, at);
  }

  /** What is no target is asked for all the same, for the reason that the server gives. */
  try({ game, no }: Position, from: Point, to: Point): void {
    void this.#messages.heed(this.#send({ t: 'move', d: { game, after: no, from, to } }));
  }
}

function commandOf({ position: { game, no: after }, from, to }: Pending): Command {
  return from === to
    ? { t: 'flip', d: { game, after, at: from } }
    : { t: 'move', d: { game, after, from, to } };
}
