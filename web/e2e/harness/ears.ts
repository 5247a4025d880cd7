/** What a page lets its player hear: which file was asked to play, and whether the page was in sight then. */

import type { Page } from '@playwright/test';

export interface Heard {
  readonly cue: string;
  readonly hidden: boolean;
}

/** For pages that are loaded from now on. */
export async function listenTo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard[] = [];
    const names = new WeakMap<object, string>();
    Object.assign(window, { heard });
    const { arrayBuffer } = Response.prototype;
    Response.prototype.arrayBuffer = async function () {
      const bytes = await arrayBuffer.call(this);
      names.set(bytes, /\/([a-z-]+)-[\w-]{8}\.wav$/.exec(this.url)?.[1] ?? this.url);
      return bytes;
    };
    const decode = BaseAudioContext.prototype.decodeAudioData;
    BaseAudioContext.prototype.decodeAudioData = async function (bytes) {
      const name = names.get(bytes) ?? '';
      const sound = await decode.call(this, bytes);
      names.set(sound, name);
      return sound;
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      heard.push({ cue: names.get(this.buffer as AudioBuffer) ?? '', hidden: document.hidden });
      start.apply(this, when);
    };
  });
}

export function heardBy(page: Page): Promise<Heard[]> {
  return page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
}

/** A browser without a window goes on showing every page, so the page is told what it would be told behind another tab. */
export async function putOutOfSight(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
