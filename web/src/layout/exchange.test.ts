import { describe, expect, it } from 'vitest';

import { readJql, writeJql } from './jql';
import { layoutHash, layoutOfHash } from './link';
import { PRESETS, presetText } from './presets';

const TEXTS = PRESETS.map(presetText);

describe('.jql', () => {
  it('is written as QQ Game writes it', () => {
    // A player's own file.
    const text =
      '40 37 34 32 38 / 36 -- 34 -- 36 / 39 32 -- 34 38 / 00 -- 33 -- 35 / 37 41 33 41 00 / 35 07 41 33 32';
    const file = '05080b0d0709000b0009060d000b0704000c000a08030c03040a02030c0d';
    const written = writeJql(text);
    expect(written).toHaveLength(50);
    expect(new TextDecoder().decode(written.slice(0, 16))).toBe('QQGame JQL File\0');
    expect([...written.slice(16, 20)]).toEqual([0x57, 4, 0, 0]);
    expect([...written.slice(20)].map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(file);
  });

  it('is read back', () => {
    for (const text of TEXTS) expect(readJql(writeJql(text))).toBe(text);
  });

  it('takes nothing else for one', () => {
    const [text = ''] = TEXTS;
    const good = writeJql(text);
    expect(readJql(good.slice(0, 49))).toBeNull();
    expect(readJql(new Uint8Array([...good, 0]))).toBeNull();
    for (const [at, byte] of [
      [0, 0x41],
      [16, 0x58],
      [20, 1],
      [49, 14],
    ] as const)
      expect(readJql(good.with(at, byte)), `byte ${at}`).toBeNull();
  });
});

describe('a link', () => {
  it('is read back', () => {
    for (const text of TEXTS) expect(layoutOfHash(layoutHash(text))).toBe(text);
  });

  it('takes nothing else for a layout', () => {
    const hash = layoutHash(TEXTS[0] ?? '');
    for (const other of ['', '#', '#57', `${hash}33`, hash.slice(0, -2), hash.replace('33', '3x')])
      expect(layoutOfHash(other)).toBeNull();
  });
});
