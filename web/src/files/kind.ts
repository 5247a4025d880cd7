/** What a file is: its content tells, not its name (docs/files.md). What is wrong with it, whoever reads it says. */

export type FileKind = 'game' | 'layout';

const JQL = new TextEncoder().encode('QQGame JQL');
/** White space and the bytes of a byte order mark, which may stand before a text. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

export function kindOf(bytes: Uint8Array): FileKind {
  if (JQL.every((byte, at) => bytes[at] === byte)) return 'layout';
  const first = bytes.find((byte) => !BLANK.has(byte));
  return first !== undefined && first >= 0x30 && first <= 0x39 ? 'layout' : 'game';
}
