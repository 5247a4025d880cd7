/** Games that four people once played, played again through four browsers. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { RoomOptions, RuleSet, Seat } from '../../src/api/types';
import { zh } from '../../src/i18n/zh';
import type { Person } from './person';
import { seated } from './table';

const SHARED = process.env['SIGUO_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared');
export const RECORDED = join(SHARED, 'real/games.jsonl');
export const SEATS: readonly Seat[] = ['red', 'purple', 'blue', 'green'];

export interface GameRecord {
  readonly id: string;
  readonly rules: RuleSet;
  readonly first: 'red';
  readonly layouts: Record<Seat, string>;
  readonly actions: readonly string[];
  readonly result: Record<string, unknown>;
}

/** Says what is left out where the games are not there. */
export function areRecordsThere(): boolean {
  const there = existsSync(RECORDED);
  if (!there) console.log(`left out: the recorded games are not at ${RECORDED} (SIGUO_SHARED says where)`);
  return there;
}

export function recordOf(id: string): GameRecord {
  const games = readFileSync(RECORDED, 'utf8').split('\n').filter(Boolean);
  const game = games.map((line) => JSON.parse(line) as GameRecord).find((one) => one.id === id);
  if (game === undefined) throw new Error(`no ${id} in ${RECORDED}`);
  return game;
}

/** Opens a room of those rules over a socket of the page's own; the address of its table. */
async function createRoom({ page }: Person, options: RoomOptions): Promise<string> {
  const room = await page.evaluate(
    (options) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const say = (id: number, cmd: object): void => socket.send(JSON.stringify({ id, cmd }));
        socket.onopen = () => say(1, { t: 'hello', d: { version: 1 } });
        socket.onerror = () => reject(new Error('no socket'));
        socket.onmessage = ({ data }) => {
          const { t, d } = JSON.parse(String(data));
          if (t !== 'answer') return;
          if (d.reply.t !== 'ok') reject(new Error(JSON.stringify(d.reply)));
          else if (d.id === 1) say(2, { t: 'create', d: { ranked: false, options, password: null } });
          else resolve(d.reply.d.d.room);
        };
      }),
    options,
  );
  return `/table/${room}`;
}

/** Four people, in the order of the seats, sit down in a room of the record's rules and have its layouts at hand. */
export async function sitDown(people: readonly Person[], record: GameRecord): Promise<void> {
  const [red] = people as [Person];
  const address = await createRoom(red, {
    rules: record.rules,
    first: record.first,
    turn_seconds: 120,
    arrange_seconds: 300,
    privacy: 'public',
    spectating: 'open',
    talk: 'free',
    max_flee_percent: null,
  });
  for (const [index, person] of people.entries()) {
    const seat = SEATS[index] as Seat;
    await person.keepLayout('实战', record.layouts[seat]);
    await person.page.goto(address);
    if (seat !== 'red')
      await person.page
        .getByRole('region', { name: zh.seats[seat], exact: true })
        .getByRole('button', { name: '坐下' })
        .click();
  }
  for (const person of people) await person.until(() => person.phase === 'arranging');
}

/** All take the recorded layouts, and the game begins. */
export async function begin(people: readonly Person[]): Promise<void> {
  for (const person of people) await person.arrange('实战');
  await Promise.all(people.map((person) => person.until(() => person.phase === 'playing')));
}

/** Makes these actions of the record by hand, from its action `from` on. */
export async function act(people: readonly Person[], actions: readonly string[], from = 0): Promise<void> {
  const [red] = people as [Person];
  for (const [index, action] of actions.slice(from).entries()) {
    const [word = '', other] = action.split(' ');
    if (word === 'surrender') {
      await seated(people, other as Seat).deed('投降', '本局不计分');
    } else {
      const { turn } = red.view;
      const person = seated(people, turn as Seat);
      await person.until(() => person.moves.length > 0);
      const [start = '', end = ''] = word.split('-');
      await person.move(start, end);
    }
    const no = from + index + 1;
    const heard = (one: Person): boolean =>
      one.frames.some((frame) => frame.t === 'event' && frame.d.no >= no);
    await Promise.all(people.map((one) => one.until(() => heard(one))));
  }
}
