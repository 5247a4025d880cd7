/** One line at a time that says what just went wrong or happened; it goes by itself. */

import { Refused } from '../net/commands';
import { errorText, t } from '../i18n';

const SHOWN_MS = 5000;

export class Messages {
  #text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#text = ''), SHOWN_MS);
  }

  /** Waits for a command and says why it was refused, if it was; whether it was done. */
  async heed(answer: Promise<unknown>): Promise<'done' | 'refused'> {
    try {
      await answer;
      return 'done';
    } catch (error) {
      this.say(error instanceof Refused ? errorText(t(), error.why) : t().errorNetwork);
      return 'refused';
    }
  }

  /** Waits for a file of the client's, which may be out of reach: says so then, and whoever asked may ask again. */
  async bring<T>(file: Promise<T>, failed: () => void): Promise<T> {
    if ((await this.heed(file)) === 'refused') failed();
    return file;
  }
}
