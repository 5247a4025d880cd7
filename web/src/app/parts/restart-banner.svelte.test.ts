/** What is said of a restart above every page. */

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Restart } from '../../api/types';
import { setLanguage } from '../../i18n';
import RestartBanner from './RestartBanner.svelte';

const shown = $state<{ restarting: Restart | null; link: { t: string } }>({
  restarting: null,
  link: { t: 'up' },
});

vi.mock('../online.svelte', () => ({
  online: {
    get restarting() {
      return shown.restarting;
    },
    get link() {
      return shown.link;
    },
    now: () => Date.now(),
  },
}));

let banner: ReturnType<typeof mount>;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 14, 0, 0) });
  setLanguage('zh');
  banner = mount(RestartBanner, { target: document.body });
  flushSync();
  pass(1_000);
});

afterEach(() => {
  void unmount(banner);
  vi.useRealTimers();
  Object.assign(shown, { restarting: null, link: { t: 'up' } });
});

const seen = (): string => document.querySelector('[aria-hidden]')?.textContent?.trim() ?? '';
const lead = (): string => document.querySelector('strong')?.textContent?.trim() ?? '';
const heard = (): string => document.querySelector('[aria-live]')?.textContent?.trim() ?? '';

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

it('counts down for the eye, and is told to the ear once', () => {
  shown.restarting = { at: Date.now() + 65_000, early: false };
  flushSync();
  expect(seen()).toContain('服务器将在 1 分 5 秒后重启');
  expect(heard()).toContain('服务器将在 14:01 重启');
  const before = heard();
  pass(60_000);
  expect([lead(), heard()]).toEqual(['服务器将在 5 秒后重启', before]);
  pass(6_000);
  expect([lead(), heard()]).toEqual(['服务器正在重启', before]);
  shown.restarting = null;
  flushSync();
  expect([seen(), heard()]).toEqual(['', '']);
});

it('says that games may end before, and nothing of the server where one’s own link is lost', () => {
  shown.restarting = { at: Date.now() + 600_000, early: true };
  flushSync();
  expect(lead()).toBe('服务器最迟 10 分钟后重启');
  expect(seen()).toContain('正在下的棋可以接着下');
  shown.link = { t: 'waiting' };
  pass(60_000);
  expect(seen()).toContain('最迟 9 分钟后重启');
});

it('stays closed until there is something else to say', () => {
  shown.restarting = { at: Date.now() + 65_000, early: false };
  flushSync();
  const close = (): void => {
    document.querySelector('button')?.click();
    flushSync();
  };
  close();
  expect(seen()).toBe('');
  pass(30_000);
  expect(seen()).toBe('');
  shown.restarting = { at: Date.now() + 600_000, early: false };
  flushSync();
  expect(lead()).toBe('服务器将在 10 分钟后重启');
  close();
  pass(601_000);
  expect(lead()).toBe('服务器正在重启');
});
