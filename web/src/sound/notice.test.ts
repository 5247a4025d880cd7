import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../game/settings.svelte';
import { askPermission, listenToClicks, permission, sayTurn } from './notice';

const shown: { title: string; close: () => void; onclick: () => void }[] = [];
const asked = vi.fn(() => Promise.resolve('granted'));

const NOTICE = { title: '四国军棋', body: '轮到你走', page: '/table/x' };
const opened = vi.fn();
const say = (): (() => void) => sayTurn(NOTICE, opened);
/** Lets what was asked of the browser happen. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

class Fake {
  static permission: NotificationPermission = 'granted';
  static requestPermission = asked;
  readonly close = vi.fn();
  onclick: () => void = () => undefined;
  constructor(readonly title: string) {
    shown.push(this);
  }
}

let hidden = true;

beforeEach(() => {
  shown.length = 0;
  asked.mockClear();
  hidden = true;
  Fake.permission = 'granted';
  settings.notices = 'on';
  vi.stubGlobal('Notification', Fake);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a notice of one’s turn', () => {
  it('is shown while the page is out of sight, and taken away again', async () => {
    const takeAway = say();
    await settle();
    expect(shown).toHaveLength(1);
    takeAway();
    await settle();
    expect(shown[0]?.close).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => void]>([
    ['the page is seen', () => (hidden = false)],
    ['it is not wanted', () => (settings.notices = 'off')],
    ['the browser does not allow it', () => (Fake.permission = 'denied')],
    ['the browser was never asked', () => (Fake.permission = 'default')],
  ])('is not shown where %s, and nobody is asked', async (_, change) => {
    change();
    say()();
    await settle();
    expect(shown).toHaveLength(0);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is nothing where there are none', async () => {
    vi.stubGlobal('Notification', undefined);
    expect(permission()).toBe('none');
    expect(await askPermission()).toBe('none');
    say()();
    expect(shown).toHaveLength(0);
  });

  it('leads to the table', async () => {
    say();
    await settle();
    shown[0]?.onclick();
    expect(opened).toHaveBeenCalledWith('/table/x');
  });
});

describe('with a service worker', () => {
  const closed = vi.fn();
  const showNotification = vi.fn(() => Promise.resolve());
  const workers = Object.assign(new EventTarget(), {
    getRegistration: () =>
      Promise.resolve({
        active: {},
        showNotification,
        getNotifications: () => Promise.resolve([{ close: closed }]),
      }),
  });

  beforeEach(() => {
    vi.clearAllMocks();
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  });

  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

  it('the worker shows the notice: on phones the page itself may not', async () => {
    const takeAway = say();
    takeAway();
    await settle();
    expect(shown).toHaveLength(0);
    expect(showNotification).toHaveBeenCalledWith('四国军棋', expect.objectContaining({ data: '/table/x' }));
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('a click on it is heard by the page', () => {
    const stop = listenToClicks(opened);
    workers.dispatchEvent(new MessageEvent('message', { data: { open: '/table/x' } }));
    workers.dispatchEvent(new MessageEvent('message', { data: null }));
    stop();
    workers.dispatchEvent(new MessageEvent('message', { data: { open: '/table/y' } }));
    expect(opened.mock.calls).toEqual([['/table/x']]);
  });
});
