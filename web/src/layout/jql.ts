/** `.jql`, the file in which QQ Game keeps a layout: a head, then a byte for each of the 30 spots. */

import type { PieceCode } from './pieces';

const HEAD = new Uint8Array([...new TextEncoder().encode('QQGame JQL File\0'), 0x57, 4, 0, 0]);
const SPOTS = 30;
/** By the byte that means it; 0 is a camp. */
const CODES: readonly (PieceCode | '--' | null)[] = [
  '--',
  // Unknown: no layout of one's own has it.
  null,
  ...(['07', '41', '00', '40', '39', '38', '37', '36', '35', '34', '33', '32'] as const),
];

export function writeJql(text: string): Uint8Array<ArrayBuffer> {
  const codes = text.split(/[\s/]+/).map((code) => CODES.findIndex((one) => one === code));
  return new Uint8Array([...HEAD, ...codes]);
}

/** The layout's text, which may still have faults; null if it is no such file. */
export function readJql(bytes: Uint8Array): string | null {
  if (bytes.length !== HEAD.length + SPOTS || HEAD.some((byte, at) => bytes[at] !== byte)) return null;
  const codes = [...bytes.slice(HEAD.length)].map((byte) => CODES[byte] ?? null);
  if (codes.includes(null)) return null;
  return [0, 5, 10, 15, 20, 25].map((row) => codes.slice(row, row + 5).join(' ')).join(' / ');
}
