// What a first visit loads, and what a table needs beside it, gzipped: `npm run size` after `npm run build`. Fails above the limits.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

/** Bytes of script. */
const LOBBY = 85_000;
const TABLE = 45_000;

const read = (file) => readFileSync(`dist${file}`);
const sizeOf = (file) => gzipSync(read(file)).length;

/** A script and all that must be there before it runs. */
function whole(script, known = new Set()) {
  if (known.has(script)) return known;
  known.add(script);
  for (const [, name] of read(script)
    .toString()
    .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    whole(`/assets/${name}`, known);
  return known;
}

/** What a page asks for as soon as it is there. */
function askedBy(page) {
  const links = read(page)
    .toString()
    .matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g);
  return Array.from(links, ([, file]) => file);
}

const scriptsOf = (files) =>
  new Set(files.filter((file) => file.endsWith('.js')).flatMap((file) => [...whole(file)]));
const first = ['/index.html', ...askedBy('/index.html')];
const lobby = scriptsOf(first);
const table = new Set([...scriptsOf(askedBy('/table.html'))].filter((file) => !lobby.has(file)));

const line = (size, what) => process.stdout.write(`${(size / 1000).toFixed(1).padStart(6)} kB  ${what}\n`);
const sum = (all) => [...all].reduce((total, file) => total + sizeOf(file), 0);
for (const file of new Set([...first, ...lobby, ...table])) line(sizeOf(file), file);
line(sum(first), 'first load');
line(sum(lobby), `scripts of the lobby, at most ${LOBBY / 1000} kB`);
line(sum(table), `scripts of a table beside them, at most ${TABLE / 1000} kB`);
if (sum(lobby) > LOBBY || sum(table) > TABLE) {
  process.stderr.write('size: too large\n');
  process.exitCode = 1;
}
