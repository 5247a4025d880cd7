// Packs what the server gives out, once and well, so that it need not do it for each visitor: FILE.br beside each FILE of text.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const FOLDER = 'dist';
const TEXT = /\.(js|css|html|svg|webmanifest)$/;
/** What fits into a packet or two is not worth it. */
const SMALLEST = 1024;

for (const file of readdirSync(FOLDER, { recursive: true }).filter((file) => TEXT.test(file))) {
  const content = readFileSync(join(FOLDER, file));
  if (content.length < SMALLEST) continue;
  const packed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  writeFileSync(join(FOLDER, `${file}.br`), packed);
}
