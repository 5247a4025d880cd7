// Writes the sounds of the table into src/sound/files: `node tools/sounds.mjs`. Each is a few struck bars or knocks on
// wood, one channel of µ-law WAV, which every browser decodes and which needs a byte a sample.

import { mkdirSync, writeFileSync } from 'node:fs';

const RATE = 12_000;
const FOLDER = 'src/sound/files';

/** Each sound is a length in seconds and what is heard in it. */
const SOUNDS = {
  move: [0.12, knock(0, 1)],
  capture: [0.24, knock(0, 0.7), knock(0.07, 1.2, 0.75)],
  both: [0.32, knock(0, 0.8, 0.75), knock(0.06, 1, 0.6), thud(0.08, 95)],
  lost: [0.24, knock(0, 0.9, 0.6), bar(0.06, 220, 0.3, 0.12)],
  'own-lost': [0.34, knock(0, 0.8, 0.55), bar(0.05, 247, 0.5, 0.14), bar(0.16, 185, 0.5, 0.16)],
  flag: [0.42, bar(0, 523, 0.5, 0.12), bar(0.1, 784, 0.55, 0.2)],
  out: [0.5, bar(0, 392, 0.5, 0.14), bar(0.12, 330, 0.5, 0.14), bar(0.24, 262, 0.6, 0.2)],
  turn: [0.4, bar(0, 659, 0.5, 0.14), bar(0.11, 880, 0.6, 0.22)],
  'low-time': [0.34, knock(0, 0.8, 1.6), knock(0.12, 0.8, 1.6), knock(0.24, 0.8, 1.6)],
  missed: [0.22, bar(0, 196, 0.45, 0.08), bar(0.08, 185, 0.45, 0.1)],
  start: [0.5, bar(0, 392, 0.45, 0.12), bar(0.11, 523, 0.5, 0.14), bar(0.22, 659, 0.55, 0.22)],
  won: [
    0.66,
    bar(0, 523, 0.45, 0.14),
    bar(0.11, 659, 0.45, 0.14),
    bar(0.22, 784, 0.5, 0.16),
    bar(0.33, 1047, 0.55, 0.28),
  ],
  beaten: [0.62, bar(0, 440, 0.45, 0.16), bar(0.15, 349, 0.45, 0.16), bar(0.3, 262, 0.55, 0.28)],
  over: [0.46, bar(0, 440, 0.5, 0.16), bar(0.16, 440, 0.5, 0.24)],
  talk: [0.12, bar(0, 988, 0.28, 0.05)],
  offer: [0.34, bar(0, 587, 0.45, 0.12), bar(0.12, 587, 0.45, 0.16)],
};

/** A knock on wood: the partials of a short block, and the grain of the blow. */
function knock(at, loud, pitch = 1) {
  const noise = random(7);
  return (time) => {
    const t = time - at;
    if (t < 0) return 0;
    const wood =
      Math.sin(tau(620 * pitch * t)) * Math.exp(-t / 0.022) +
      0.6 * Math.sin(tau(1_240 * pitch * t)) * Math.exp(-t / 0.014) +
      0.35 * Math.sin(tau(2_150 * pitch * t)) * Math.exp(-t / 0.009);
    return 0.45 * loud * (wood + 0.5 * noise() * Math.exp(-t / 0.004));
  };
}

/** A struck bar, as of a marimba: its tone and the fourth partial, which is gone at once. */
function bar(at, pitch, loud, ring) {
  return (time) => {
    const t = time - at;
    if (t < 0) return 0;
    const rise = Math.min(1, t / 0.004);
    const tone = Math.sin(tau(pitch * t)) * Math.exp(-t / ring);
    return rise * loud * (tone + 0.25 * Math.sin(tau(3.93 * pitch * t)) * Math.exp(-t / 0.03));
  };
}

/** Something heavy falls. */
function thud(at, pitch) {
  return (time) => {
    const t = time - at;
    return t < 0 ? 0 : 0.6 * Math.sin(tau(pitch * t * Math.exp(-t / 0.5))) * Math.exp(-t / 0.08);
  };
}

function tau(turns) {
  return 2 * Math.PI * turns;
}

/** The same noise at every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
}

function samples([seconds, ...parts]) {
  const count = Math.round(seconds * RATE);
  return Array.from({ length: count }, (_, index) => {
    const time = index / RATE;
    const fade = Math.min(1, (seconds - time) / 0.03);
    const sum = parts.reduce((all, part) => all + part(time), 0);
    return Math.tanh(sum) * 0.9 * fade;
  });
}

/** G.711, as the telephone has it. */
function muLaw(value) {
  const sign = value < 0 ? 0x80 : 0;
  const size = Math.min(32_635, Math.abs(Math.round(value * 32_767))) + 132;
  const exponent = Math.floor(Math.log2(size)) - 7;
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

function wav(values) {
  const head = Buffer.alloc(58);
  head.write('RIFF', 0);
  head.writeUInt32LE(50 + values.length + (values.length % 2), 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(18, 16);
  head.writeUInt16LE(7, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('fact', 38);
  head.writeUInt32LE(4, 42);
  head.writeUInt32LE(values.length, 46);
  head.write('data', 50);
  head.writeUInt32LE(values.length, 54);
  return Buffer.concat([head, Buffer.from(values.map(muLaw)), Buffer.alloc(values.length % 2)]);
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, sound] of Object.entries(SOUNDS)) {
  writeFileSync(`${FOLDER}/${name}.wav`, wav(samples(sound)));
}
