import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import type { Event, View } from '../api/types';
import { fold } from './fold';

interface Game {
  id: string;
  start: View;
  steps: [Event, string][];
}

const games = readFileSync('../vectors/client-fold.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Game);

/** FNV-1a, 64 bit, of the view's JSON. */
function hash(view: View): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(view))) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}

it.each(games)(
  'comes to the referee’s view after each event of $id as $start.viewer.t',
  ({ start, steps }) => {
    let view = start;
    for (const [index, [event, wanted]] of steps.entries()) {
      view = fold(view, event);
      expect(hash(view), `after event ${index + 1}`).toBe(wanted);
    }
  },
);
