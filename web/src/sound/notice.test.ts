import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../game/settings.svelte';
import { askPermission, permission, sayTurn } from './notice';

const shown: { title: string; close: () => void }[] = [];
const asked = vi.fn(() => Promise.resolve('granted'));

class Fake {
  static permission: NotificationPermission = 'granted';
  static requestPermission = asked;
  readonly close = vi.fn();
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
  it('is shown while the page is out of sight, and taken away again', () => {
    const takeAway = sayTurn('四国军棋', '轮到你走');
    expect(shown).toHaveLength(1);
    takeAway();
    expect(shown[0]?.close).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => void]>([
    ['the page is seen', () => (hidden = false)],
    ['it is not wanted', () => (settings.notices = 'off')],
    ['the browser does not allow it', () => (Fake.permission = 'denied')],
    ['the browser was never asked', () => (Fake.permission = 'default')],
  ])('is not shown where %s, and nobody is asked', (_, change) => {
    change();
    sayTurn('四国军棋', '轮到你走')();
    expect(shown).toHaveLength(0);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is nothing where there are none', async () => {
    vi.stubGlobal('Notification', undefined);
    expect(permission()).toBe('none');
    expect(await askPermission()).toBe('none');
    sayTurn('四国军棋', '轮到你走')();
    expect(shown).toHaveLength(0);
  });
});
