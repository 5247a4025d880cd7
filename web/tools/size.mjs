// What a first visit loads, and what a table needs beside it, gzipped: `npm run size` after `npm run build`. Fails above the limits.

import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

/** Bytes of script. */
const LOBBY = 90_000;
const TABLE = 60_000;

const files = readdirSync('dist/assets').map((name) => `/assets/${name}`);
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

/** The files that are asked for under this name; each has a hash behind it. */
function named(name) {
  const found = files.filter((file) => file.startsWith(`/assets/${name}-`) && file.endsWith('.js'));
  if (found.length === 0) throw new Error(`no file of the name ${name}: is that of a table another now?`);
  return found;
}

const page = read('/index.html').toString();
const first = [
  '/index.html',
  ...Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file]) => file),
];
const lobby = new Set(first.filter((file) => file.endsWith('.js')).flatMap((file) => [...whole(file)]));
// The page, and what it asks for as soon as it is there.
const table = new Set(
  ['Table', 'Ears'].flatMap(named).flatMap((file) => [...whole(file)].filter((one) => !lobby.has(one))),
);

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
