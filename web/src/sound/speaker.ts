/**
 * Plays the sounds. A browser lets a page make any only after somebody has touched it, and may take the sound away again for a
 * phone call. What would be heard meanwhile is not heard at all: all of it at once later would say nothing.
 */

import { settings } from '../game/settings.svelte';
import { CUES, type Cue } from './cues';

const FILES: Record<string, string> = import.meta.glob('./files/*.wav', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** How long after one sound the next begins, so that both are heard. */
const APART_S = 0.16;
/** Where a finger goes down is no gesture for every browser; where it comes up is. */
const GESTURES = ['pointerup', 'touchend', 'click', 'keydown'] as const;

export class Speaker {
  #waits = false;
  #context: AudioContext | null = null;
  readonly #sounds = new Map<Cue, AudioBuffer>();

  /** Waits for the first gesture; only then anything is loaded. */
  waitForGesture(): void {
    if (this.#waits || this.#runs() || typeof AudioContext === 'undefined') return;
    this.#waits = true;
    for (const gesture of GESTURES) document.addEventListener(gesture, this.#unlock, { capture: true });
  }

  play(cues: readonly Cue[]): void {
    const context = this.#context;
    if (context === null || settings.sound === 'off' || settings.volume === 0) return;
    if (!this.#runs()) {
      // After a call it may come back by itself.
      void context.resume().catch(() => undefined);
      return;
    }
    const gain = context.createGain();
    // Loudness is felt roughly as the square.
    gain.gain.value = (settings.volume / 100) ** 2;
    gain.connect(context.destination);
    cues.forEach((cue, index) => {
      const buffer = this.#sounds.get(cue);
      if (buffer === undefined) return;
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(gain);
      source.start(context.currentTime + index * APART_S);
    });
  }

  #runs(): boolean {
    return this.#context?.state === 'running';
  }

  readonly #unlock = (): void => {
    const context = this.#context ?? this.#begin();
    void context.resume().catch(() => undefined);
    this.#changed();
  };

  #begin(): AudioContext {
    const context = new AudioContext();
    this.#context = context;
    context.addEventListener('statechange', this.#changed);
    // What the gesture was for comes first.
    setTimeout(() => {
      for (const cue of CUES) void this.#load(context, cue).catch(() => undefined);
    });
    return context;
  }

  /** A gesture that was not enough is followed by another. */
  readonly #changed = (): void => {
    if (!this.#runs()) {
      this.waitForGesture();
      return;
    }
    this.#waits = false;
    for (const gesture of GESTURES) document.removeEventListener(gesture, this.#unlock, { capture: true });
  };

  async #load(context: AudioContext, cue: Cue): Promise<void> {
    const address = FILES[`./files/${cue}.wav`];
    if (address === undefined) return;
    const answer = await fetch(address);
    this.#sounds.set(cue, await context.decodeAudioData(await answer.arrayBuffer()));
  }
}

export const speaker = new Speaker();
