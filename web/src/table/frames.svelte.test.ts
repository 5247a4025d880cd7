/** What stays on the screen of a room, and what goes, as frames come. */

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Command, Phase, RoomSnapshot } from '../api/types';
import { prefs } from '../game/prefs.svelte';
import { playing, propsFor, waiting } from '../gallery/people';
import { setLanguage } from '../i18n';
import type { Note } from '../net/room';
import RoomScreen from './RoomScreen.svelte';

let screen: ReturnType<typeof mount> | undefined;
let sent: Command[];

beforeEach(() => {
  localStorage.clear();
  setLanguage('zh');
  sent = [];
});

afterEach(() => {
  if (screen !== undefined) void unmount(screen);
  document.body.replaceChildren();
});

interface Shown {
  become: (phase: Phase) => void;
  change: (change: Partial<RoomSnapshot>) => void;
  note: (note: Note) => void;
}

/** A room on the screen, and the ways to change it: as in the app, all of it is read anew with each frame. */
function show(phase: Phase): Shown {
  const props = propsFor(phase, (command) => sent.push(command));
  let state = $state.raw<{ room: RoomSnapshot; note: Note | null }>({ room: props.room, note: null });
  screen = mount(RoomScreen, {
    target: document.body,
    props: {
      ...props,
      get room() {
        return state.room;
      },
      get note() {
        return state.note;
      },
    },
  });
  flushSync();
  const change = (change: Partial<RoomSnapshot>): void => {
    state = { ...state, room: { ...state.room, ...change } };
    flushSync();
  };
  return {
    change,
    become: (phase) => change({ phase }),
    note: (note) => {
      state = { ...state, note };
      flushSync();
    },
  };
}

/** How often it stands on the screen as something that just happened. */
const alerts = (words: string): number =>
  [...document.querySelectorAll('[role="alert"]')].filter(({ textContent }) => textContent?.includes(words))
    .length;

function press(point: string): void {
  const spot = document.querySelector(`[data-point="${point}"]`);
  spot?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  flushSync();
}

/** How often boards are drawn meanwhile. */
function drawings(what: () => void): number {
  const replace = vi.spyOn(Element.prototype, 'replaceChildren');
  what();
  const over = replace.mock.contexts.filter((layer) => (layer as Element).classList.contains('over'));
  replace.mockRestore();
  return over.length;
}

describe('the board', () => {
  it('is drawn once for a frame, for a piece that is picked and for another text on the pieces', () => {
    const { become } = show(waiting());
    expect(drawings(() => become(playing('none', 'all')))).toBe(1);
    expect(drawings(() => press('r15'))).toBe(1);
    expect(
      drawings(() => {
        prefs.face = 'numbers';
        flushSync();
      }),
    ).toBe(1);
    prefs.face = 'names';
  });

  it('is not drawn for what does not concern it', () => {
    const { become } = show(playing('none'));
    expect(drawings(() => become(playing('offered')))).toBe(0);
  });
});

describe('a move that waits to be confirmed', () => {
  it('goes with its turn', () => {
    prefs.confirmMoves = 'ask';
    const { become } = show(playing('none', 'all'));
    press('r15');
    press('n5');
    expect(document.querySelector('.confirm')).not.toBeNull();
    become(waiting());
    expect(document.querySelector('.confirm')).toBeNull();
    expect(document.querySelector('.siguo-board .planned')).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe('a note', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each<[Note, string]>([
    [{ t: 'offer-refused', d: { by: 'purple' } }, '渡江侦察不同意和棋'],
    [{ t: 'layout-given', d: { seats: ['red'] } }, '红方'],
    [{ t: 'watching' }, '座位已满，你在观战'],
    [{ t: 'host', d: { host: { id: 'b', name: '老兵' } } }, '老兵 现在是房主'],
  ])('%j is said once, whatever comes after it', (note, words) => {
    const room = show(playing('none'));
    room.note(note);
    expect(alerts(words)).toBe(1);
    vi.advanceTimersByTime(10_000);
    flushSync();
    expect(alerts(words)).toBe(0);
    room.change({ watchers: 13 });
    room.become(waiting());
    expect(alerts(words)).toBe(0);
    room.note({ ...note });
    expect(alerts(words)).toBe(1);
  });
});

describe('what the partner points out', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const pointed = (): number => document.querySelectorAll('.siguo-board .pointed.blue').length;

  it('is shown for four seconds and told, whatever comes after it', () => {
    const room = show(playing('none'));
    room.note({ t: 'pointed', d: { at: 'n5', to: 'r11' } });
    expect(pointed()).toBe(1);
    expect(document.querySelector('.siguo-board-live')?.textContent).toBe('对家指着九宫5 到 红11');
    vi.advanceTimersByTime(3_900);
    room.change({ watchers: 13 });
    expect(pointed()).toBe(1);
    vi.advanceTimersByTime(200);
    room.change({ watchers: 14 });
    flushSync();
    expect(pointed()).toBe(0);
  });
});
