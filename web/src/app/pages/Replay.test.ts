import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Problem } from '../../api/types';
import { desk } from '../../files/desk';
import { en } from '../../i18n/en';
import { setLanguage } from '../../i18n';
import { zh } from '../../i18n/zh';
import Replay from './Replay.svelte';

/** What the server is asked, to be answered in any order. */
let asked: ((offset: number) => void)[];
let page: ReturnType<typeof mount>;

beforeEach(() => {
  asked = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        asked.push((offset) => {
          const problem: Problem = {
            type: 'urn:siguo:problem:bad-record',
            title: 'Unprocessable Entity',
            status: 422,
            detail: 'byte 3: the text is not GBK',
            field: null,
            offset,
            request: null,
          };
          const headers = { 'content-type': 'application/problem+json' };
          resolve(new Response(JSON.stringify(problem), { status: 422, headers }));
        });
      }),
  );
  setLanguage('zh');
  page = mount(Replay, { target: document.body });
  flushSync();
});

afterEach(() => {
  void unmount(page);
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const said = (): string => document.querySelector('[role=alert]')?.textContent?.trim() ?? '';
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const file = (size = 3): File => new File([new Uint8Array(size)], 'game.jgs');

it('says why a file was refused in the words of the page, whichever language it is in', async () => {
  desk.bring('game', file());
  asked[0]?.(3);
  await vi.waitFor(() => expect(said()).toBe(zh.files.badRecordAt(3)));
  setLanguage('en');
  flushSync();
  expect(said()).toBe(en.files.badRecordAt(3));
});

it('heeds the last file alone, in whatever order the answers come', async () => {
  desk.bring('game', file());
  desk.bring('game', file());
  expect(asked).toHaveLength(2);
  asked[1]?.(7);
  await vi.waitFor(() => expect(said()).toBe(zh.files.badRecordAt(7)));
  asked[0]?.(9);
  await settled();
  flushSync();
  expect(said()).toBe(zh.files.badRecordAt(7));
});

it('forgets a file that is on its way when one that is too large follows', async () => {
  desk.bring('game', file());
  desk.bring('game', file(256 * 1024 + 1));
  flushSync();
  expect(said()).toBe(zh.files.tooBig);
  asked[0]?.(9);
  await settled();
  flushSync();
  expect(said()).toBe(zh.files.tooBig);
});
