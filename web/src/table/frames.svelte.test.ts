/** What stays on the screen of a room, and what goes, as frames come. */

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Command, Phase } from '../api/types';
import { prefs } from '../game/prefs.svelte';
import { playing, propsFor, waiting } from '../gallery/people';
import { setLanguage } from '../i18n';
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

/** A room on the screen, and the way to change it. */
function show(phase: Phase): (phase: Phase) => void {
  const props = propsFor(phase, (command) => sent.push(command));
  let room = $state.raw(props.room);
  screen = mount(RoomScreen, {
    target: document.body,
    props: {
      ...props,
      get room() {
        return room;
      },
    },
  });
  flushSync();
  return (phase) => {
    room = { ...room, phase };
    flushSync();
  };
}

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
    const become = show(waiting());
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
    const become = show(playing('none'));
    expect(drawings(() => become(playing('offered')))).toBe(0);
  });
});

describe('a move that waits to be confirmed', () => {
  it('goes with its turn', () => {
    prefs.confirmMoves = 'ask';
    const become = show(playing('none', 'all'));
    press('r15');
    press('n5');
    expect(document.querySelector('.confirm')).not.toBeNull();
    become(waiting());
    expect(document.querySelector('.confirm')).toBeNull();
    expect(document.querySelector('.siguo-board .planned')).toBeNull();
    expect(sent).toEqual([]);
  });
});
