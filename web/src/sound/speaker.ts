/** Plays the sounds. A browser lets a page make any only after somebody has touched it. */

import { settings } from '../game/settings.svelte';
import { CUES, type Cue } from './cues';

const FILES: Record<string, string> = import.meta.glob('./files/*.wav', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** How long after one sound the next begins, so that both are heard. */
const APART_S = 0.16;
const GESTURES = ['pointerdown', 'keydown'] as const;

class Speaker {
  #context: AudioContext | null = null;
  readonly #sounds = new Map<Cue, AudioBuffer>();

  /** Waits for the first gesture; only then anything is loaded. */
  waitForGesture(): void {
    if (this.#context !== null || typeof AudioContext === 'undefined') return;
    for (const gesture of GESTURES) document.addEventListener(gesture, this.#unlock, { capture: true });
  }

  play(cues: readonly Cue[]): void {
    const context = this.#context;
    if (context === null || settings.sound === 'off' || settings.volume === 0) return;
    // A phone call or another app may have taken the sound away.
    if (context.state !== 'running') void context.resume().catch(() => undefined);
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

  readonly #unlock = (): void => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, this.#unlock, { capture: true });
    const context = new AudioContext();
    this.#context = context;
    void context.resume().catch(() => undefined);
    for (const cue of CUES) void this.#load(context, cue).catch(() => undefined);
  };

  async #load(context: AudioContext, cue: Cue): Promise<void> {
    const address = FILES[`./files/${cue}.wav`];
    if (address === undefined) return;
    const answer = await fetch(address);
    this.#sounds.set(cue, await context.decodeAudioData(await answer.arrayBuffer()));
  }
}

export const speaker = new Speaker();
