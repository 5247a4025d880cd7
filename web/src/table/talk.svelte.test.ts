import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Channel, Said } from '../api/types';
import { setLanguage } from '../i18n';
import Talk from './Talk.svelte';

const SHOWN_PX = 100;
const LINE_PX = 20;

let screen: ReturnType<typeof mount> | undefined;
let at = 0;

beforeEach(() => setLanguage('zh'));
afterEach(() => {
  if (screen !== undefined) void unmount(screen);
  document.body.replaceChildren();
});

const said = (by: string, channel: Channel = 'partner'): Said => ({
  channel,
  by: { id: by, name: by, seat: by === 'me' ? 'red' : 'blue' },
  words: { t: 'text', d: '!' },
  at: (at += 1),
});

function list(): HTMLUListElement {
  const found = document.querySelector('ul');
  if (found === null) throw new Error('no list');
  return found;
}

/** Talk on the screen, as high as five lines, and the way to say more. */
function show(talk: readonly Said[], sent: string[] = []): (more: Said) => void {
  let lines = $state.raw(talk);
  screen = mount(Talk, {
    target: document.body,
    props: {
      get said() {
        return lines;
      },
      channels: ['partner', 'table'],
      speakable: ['partner', 'table'],
      me: 'me',
      allowed: 'free',
      onsay: (channel) => sent.push(channel),
    },
  });
  Object.defineProperties(list(), {
    clientHeight: { value: SHOWN_PX },
    scrollHeight: { get: () => list().children.length * LINE_PX },
  });
  flushSync();
  return (more) => {
    lines = [...lines, more];
    flushSync();
  };
}

function scrollTo(px: number): void {
  list().scrollTop = px;
  list().dispatchEvent(new Event('scroll'));
  flushSync();
}

const tab = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(({ textContent }) =>
    textContent?.includes(name),
  );
  if (found === undefined) throw new Error(`no tab ${name}`);
  return found;
};
const isNews = (name: string): boolean => tab(name).querySelector('.new') !== null;

describe('talk', () => {
  it('goes on to the newest line, unless one has scrolled up', () => {
    const say = show(Array.from({ length: 20 }, () => said('other')));
    say(said('other'));
    expect(list().scrollTop).toBe(21 * LINE_PX);
    scrollTo(40);
    say(said('other'));
    expect(list().scrollTop).toBe(40);
    scrollTo(22 * LINE_PX - SHOWN_PX);
    say(said('other'));
    expect(list().scrollTop).toBe(23 * LINE_PX);
  });

  it('leaves the lines that stand where they are', () => {
    const say = show([said('other'), said('other')]);
    const last = list().children[1];
    say(said('other'));
    expect(list().children[1]).toBe(last);
  });

  it('knows the own lines by the account, whatever seat they were said from', () => {
    show([said('me'), { ...said('other'), by: { id: 'other', name: 'other', seat: 'red' } }]);
    expect([...list().children].map((line) => line.firstElementChild?.tagName)).toEqual(['B', 'BUTTON']);
  });

  it('points at another channel only for what others say there, until it is read', () => {
    const say = show([said('other', 'table')]);
    expect(isNews('房间')).toBe(false);
    say(said('me', 'table'));
    expect(isNews('房间')).toBe(false);
    say(said('other', 'table'));
    expect([isNews('房间'), isNews('对家')]).toEqual([true, false]);
    tab('房间').click();
    flushSync();
    tab('对家').click();
    flushSync();
    expect(isNews('房间')).toBe(false);
  });
});
