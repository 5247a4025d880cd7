// What a first visit loads, gzipped: the page and all that it names. `npm run size` after `npm run build`.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const page = readFileSync('dist/index.html', 'utf8');
const files = [
  '/index.html',
  ...Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file]) => file),
];
const sizes = files.map((file) => [file, gzipSync(readFileSync(`dist${file}`)).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [file, size] of [...sizes, ['first load', total]]) {
  process.stdout.write(`${(size / 1000).toFixed(1).padStart(6)} kB  ${file}\n`);
}
