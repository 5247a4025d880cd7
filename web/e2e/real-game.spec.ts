/** A game that four people once played is played again through four browsers; a fifth steps through it afterwards. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Event, ExpandedGame, RoomOptions, RuleSet, Seat, View } from '../src/api/types';
import { fold } from '../src/game/fold';
import { pieceInWords } from '../src/game/faces';
import { placeName, pointName } from '../src/i18n/points';
import { zh } from '../src/i18n/zh';
import { geometry } from '../src/board/geometry';
import { expect, test, type Person } from './harness';
import { inspect } from './harness/frames';
import { resultOf, seated } from './harness/table';

const SHARED = process.env['SIGUO_SHARED'] ?? resolve(import.meta.dirname, '../../../shared');
const FILE = join(SHARED, 'real/games.jsonl');
const ID = 'qq-21';
const SEATS: readonly Seat[] = ['red', 'purple', 'blue', 'green'];

interface GameRecord {
  readonly id: string;
  readonly rules: RuleSet;
  readonly first: 'red';
  readonly layouts: Record<Seat, string>;
  readonly actions: readonly string[];
  readonly result: Record<string, unknown>;
}

function recordOf(id: string): GameRecord {
  const games = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  const game = games.map((line) => JSON.parse(line) as GameRecord).find((one) => one.id === id);
  if (game === undefined) throw new Error(`no ${id} in ${FILE}`);
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
          else if (d.id === 1) say(2, { t: 'create', d: { options } });
          else resolve(d.reply.d.d.room);
        };
      }),
    options,
  );
  return `/table/${room}`;
}

/** What a replay's board calls every point of a view. */
function inWords(view: View): ReadonlyMap<string, string> {
  const seen = new Map(view.pieces.map((piece) => [piece.at, piece]));
  return new Map(
    geometry('siguo').places.map(({ name }) => [
      name,
      [pointName(zh, name), placeName(zh, name), pieceInWords(zh, seen.get(name), undefined)]
        .filter((part) => part !== '')
        .join(' '),
    ]),
  );
}

/** How the list of steps tells a fight. */
function fightInWords(before: View, { action }: Event): string | null {
  if (action.t !== 'move' || action.d.fight === null) return null;
  const { seat, route, fight } = action.d;
  const defender = before.pieces.find(({ at }) => at === route.at(-1))?.army;
  if (defender === undefined || defender === null) throw new Error(`nobody to fight on ${route.at(-1)}`);
  switch (fight) {
    case 'attacker':
      return zh.log.takes(zh.seats[seat], zh.seats[defender]);
    case 'defender':
      return zh.log.lost(zh.seats[seat], zh.seats[defender]);
    case 'both':
      return zh.log.both(zh.seatSigns[seat], zh.seatSigns[defender]);
  }
}

test('a real game through four browsers, and its replay in a fifth', async ({ arrive, server }) => {
  if (!existsSync(FILE))
    console.log(`left out: the recorded games are not at ${FILE} (SIGUO_SHARED says where)`);
  test.skip(!existsSync(FILE), `no ${FILE}`);
  test.setTimeout(600_000);
  const record = recordOf(ID);
  const people: Person[] = [];
  for (const seat of SEATS) {
    const person = await arrive(zh.seats[seat]);
    await person.keepLayout('实战', record.layouts[seat]);
    people.push(person);
  }
  const [red] = people as [Person];
  const address = await createRoom(red, {
    rules: record.rules,
    first: record.first,
    turn_seconds: 120,
    arrange_seconds: 300,
    spectating: 'open',
    talk: 'free',
  });
  for (const [index, { page }] of people.entries()) {
    await page.goto(address);
    const seat = SEATS[index] as Seat;
    if (seat !== 'red')
      await page
        .getByRole('listitem')
        .filter({ hasText: zh.seats[seat] })
        .getByRole('button', { name: '坐下' })
        .click();
  }
  for (const person of people) {
    await person.until(() => person.phase === 'arranging');
    await person.arrange('实战');
  }
  await Promise.all(people.map((person) => person.until(() => person.phase === 'playing')));

  await test.step('every action is made by hand', async () => {
    for (const [index, action] of record.actions.entries()) {
      const [word = '', other] = action.split(' ');
      if (word === 'surrender') {
        await seated(people, other as Seat).deed('投降', '本局不计分');
      } else {
        const { turn } = red.view;
        const person = seated(people, turn as Seat);
        await person.until(() => person.moves.length > 0);
        const [from = '', to = ''] = word.split('-');
        await person.move(from, to);
      }
      await Promise.all(
        people.map((one) =>
          one.until(() => one.frames.some((frame) => frame.t === 'event' && frame.d.no > index)),
        ),
      );
    }
    await Promise.all(people.map((person) => person.until(() => person.phase === 'ended')));
    expect(resultOf(red)).toMatchObject(record.result);
    for (const { frames } of people) inspect(frames);
  });

  await test.step('the replay shows the same fights', async () => {
    const answer = await fetch(`${server.address}/api/v1/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    expect(answer.status).toBe(200);
    const expanded = (await answer.json()) as ExpandedGame;
    const { phase } = red.snapshot;
    if (phase.t !== 'ended') throw new Error('the game goes on');

    const fifth = await arrive('路人');
    const { page } = fifth;
    await page.goto(`/games/${phase.d.game}`);
    const forward = page.getByRole('button', { name: zh.replay.forward });
    const shown = page.locator('[aria-current="step"]');
    let view = expanded.start;
    await expect.poll(() => fifth.board()).toEqual(inWords(view));
    for (const event of expanded.events) {
      const fight = fightInWords(view, event);
      view = fold(view, event);
      await forward.click();
      if (fight !== null) {
        await expect(shown).toContainText(fight);
        expect(await fifth.board()).toEqual(inWords(view));
      } else {
        await expect(shown).not.toContainText(/吃掉|被.方吃|同归于尽/);
      }
    }
    await expect(forward).toBeDisabled();
  });
});
