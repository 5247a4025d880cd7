/** What stays on the screen of a room, and what goes, as frames come. */

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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
