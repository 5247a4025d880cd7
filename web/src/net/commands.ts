/** The commands under way: each has a number, gets one answer, and is sent again over a new connection until it has. */

import type { ClientFrame, Command, Done, ErrorBody, Reply } from '../api/types';

/** The server refused a command; `why` is made into a sentence by the catalogues. */
export class Refused extends Error {
  readonly why: ErrorBody;

  constructor(why: ErrorBody) {
    super(`refused: ${why.t}`);
    this.name = 'Refused';
    this.why = why;
  }
}

/** The connection was given up before the answer came. */
export class Unanswered extends Error {
  constructor() {
    super('no answer: the connection was given up');
    this.name = 'Unanswered';
  }
}

/** `again`: means the same over a new connection. `once`: means this connection alone. */
export type Lifetime = 'again' | 'once';

interface Pending {
  readonly frame: ClientFrame;
  readonly lifetime: Lifetime;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: Error) => void;
}

export class Commands {
  #next: number;
  readonly #pending = new Map<number, Pending>();

  /** The first number is drawn by lot, so that two tabs of one account do not use the same. */
  constructor(random: () => number) {
    this.#next = Math.floor(random() * 2 ** 52);
  }

  add(cmd: Command, lifetime: Lifetime): { frame: ClientFrame; answer: Promise<Done> } {
    const frame = { id: this.#next, cmd };
    this.#next += 1;
    const answer = new Promise<Done>((resolve, reject) => {
      this.#pending.set(frame.id, { frame, lifetime, resolve, reject });
    });
    return { frame, answer };
  }

  /** An answer to nothing is an answer that came twice. */
  answered(id: number, reply: Reply): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (reply.t === 'ok') pending.resolve(reply.d);
    else pending.reject(new Refused(reply.d));
  }

  /** The connection is gone: what meant it alone fails. */
  dropConnection(): void {
    this.#fail((pending) => pending.lifetime === 'once');
  }

  /** No connection will come any more. */
  dropAll(): void {
    this.#fail(() => true);
  }

  /** To be sent over a new connection, in the order in which they were given. */
  unanswered(): ClientFrame[] {
    return [...this.#pending.values()]
      .filter(({ lifetime }) => lifetime === 'again')
      .map(({ frame }) => frame);
  }

  #fail(which: (pending: Pending) => boolean): void {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue;
      this.#pending.delete(id);
      pending.reject(new Unanswered());
    }
  }
}
