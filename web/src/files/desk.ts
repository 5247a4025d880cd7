/**
 * Where files go that somebody brings to the page, wherever they are let fall: to whoever on the screen is there for files
 * of that kind, or to the next one who will be.
 */

import type { FileKind } from './kind';

export type Taker = (file: File) => void;

export class Desk {
  readonly #takers = new Map<FileKind, Taker>();
  #kept: { readonly kind: FileKind; readonly file: File } | null = null;

  /** Takes files of that kind from here on, one that waits at once; returns how to stop. */
  take(kind: FileKind, taker: Taker): () => void {
    this.#takers.set(kind, taker);
    if (this.#kept?.kind === kind) {
      const { file } = this.#kept;
      this.#kept = null;
      taker(file);
    }
    return () => {
      // The next page may have come before the last one went.
      if (this.#takers.get(kind) === taker) this.#takers.delete(kind);
    };
  }

  takes(kind: FileKind): boolean {
    return this.#takers.has(kind);
  }

  /** Hands a file over, or keeps it for who comes; the last one brought is the one that is kept. */
  bring(kind: FileKind, file: File): 'taken' | 'kept' {
    const taker = this.#takers.get(kind);
    if (taker === undefined) {
      this.#kept = { kind, file };
      return 'kept';
    }
    taker(file);
    return 'taken';
  }
}

export const desk = new Desk();
