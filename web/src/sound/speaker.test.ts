import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../game/settings.svelte';
import { Speaker } from './speaker';

const started = vi.fn();
const asked = vi.fn(() => Promise.resolve({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) }));
let contexts: FakeContext[] = [];
/** Whether the browser takes what happens for a gesture. */
let allows = true;

class FakeContext extends EventTarget {
  state: AudioContextState = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};

  constructor() {
    super();
    contexts.push(this);
  }

  resume(): Promise<void> {
    if (allows) this.become('running');
    return Promise.resolve();
  }

  become(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  createGain(): object {
    return { gain: {}, connect: () => undefined };
  }

  createBufferSource(): object {
    return { connect: () => undefined, start: started };
  }

  decodeAudioData(): Promise<object> {
    return Promise.resolve({});
  }
}

function touch(gesture: string): void {
  document.body.dispatchEvent(new Event(gesture, { bubbles: true }));
}

/** Lets the sounds be loaded. */
async function loaded(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

let speaker: Speaker;

beforeEach(() => {
  contexts = [];
  allows = true;
  started.mockClear();
  asked.mockClear();
  settings.sound = 'on';
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('fetch', asked);
  speaker = new Speaker();
  speaker.waitForGesture();
});

afterEach(() => vi.unstubAllGlobals());

describe('the speaker', () => {
  it.each(['pointerup', 'touchend', 'click', 'keydown'])('is heard after a %s', async (gesture) => {
    speaker.play(['move']);
    touch(gesture);
    await loaded();
    speaker.play(['move', 'turn']);
    expect(started).toHaveBeenCalledTimes(2);
    expect(contexts).toHaveLength(1);
  });

  it('waits for another gesture where the first was not enough', async () => {
    allows = false;
    touch('click');
    await loaded();
    speaker.play(['move']);
    expect(started).not.toHaveBeenCalled();
    allows = true;
    touch('click');
    speaker.play(['turn']);
    expect(started).toHaveBeenCalledTimes(1);
    expect(contexts).toHaveLength(1);
  });

  it('drops what comes while the sound is taken away, and comes back with a gesture', async () => {
    touch('click');
    await loaded();
    allows = false;
    contexts[0]?.become('suspended');
    for (let turn = 0; turn < 5; turn += 1) speaker.play(['move']);
    allows = true;
    touch('touchend');
    expect(started).not.toHaveBeenCalled();
    speaker.play(['turn']);
    expect(started).toHaveBeenCalledTimes(1);
  });

  it('loads the sounds after what the gesture was for', async () => {
    touch('click');
    expect(asked).not.toHaveBeenCalled();
    await loaded();
    expect(asked).toHaveBeenCalled();
  });

  it('listens to no gesture while it runs', () => {
    touch('click');
    const resume = vi.spyOn(contexts[0] as FakeContext, 'resume');
    touch('click');
    touch('keydown');
    expect(resume).not.toHaveBeenCalled();
  });
});
