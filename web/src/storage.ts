/** What is kept in this browser. Where nothing can be kept, or no more, it holds as long as the page. */

export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

class Keeper implements Kept {
  readonly #held = new Map<string, string>();
  readonly #open: () => Storage;

  /** Only to ask for the storage may be forbidden. */
  constructor(open: () => Storage) {
    this.#open = open;
  }

  getItem(key: string): string | null {
    const held = this.#held.get(key);
    return held ?? this.#ask((storage) => storage.getItem(key)) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#held.set(key, value);
    this.#ask((storage) => {
      storage.setItem(key, value);
      this.#held.delete(key);
    });
  }

  removeItem(key: string): void {
    this.#held.delete(key);
    this.#ask((storage) => {
      storage.removeItem(key);
    });
  }

  /** Whether this will be there after the page has gone. */
  outlives(key: string): boolean {
    return !this.#held.has(key) && this.getItem(key) !== null;
  }

  /** Of all that is kept. */
  keys(): string[] {
    const kept = this.#ask((storage) => Object.keys(storage)) ?? [];
    return [...new Set([...kept, ...this.#held.keys()])];
  }

  #ask<T>(what: (storage: Storage) => T): T | undefined {
    try {
      return what(this.#open());
    } catch {
      return undefined;
    }
  }
}

/** For all pages of this browser. */
export const deviceStorage = new Keeper(() => localStorage);
/** For this page and its reloads. */
export const tabStorage = new Keeper(() => sessionStorage);
