import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { writeJql } from '../layout/jql';
import { presetText } from '../layout/presets';
import { kindOf } from './kind';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

it.each([
  ['a .jql', writeJql(presetText('turtle')), 'layout'],
  ['a cut .jql', writeJql(presetText('turtle')).slice(0, 20), 'layout'],
  ['a layout text', text(presetText('classic')), 'layout'],
  ['one behind a byte order mark', text(`\ufeff\r\n ${presetText('classic')}`), 'layout'],
  ['a record', text('{"id":"a"}'), 'game'],
  ['a record behind white space', text('\n  {"id":"a"}'), 'game'],
  ['a .jgs', text('QQGame JQS\0'), 'game'],
  ['nothing', text(''), 'game'],
  ['something else', new Uint8Array(readFileSync('package.json')), 'game'],
])('%s', (_, bytes, kind) => {
  expect(kindOf(bytes)).toBe(kind);
});
