/** The server's database, looked into beside it. */

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

import type { Seat } from '../../src/api/types';

export class Database {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The rows that a statement gives, as texts. */
  rows(sql: string): string[][] {
    const told = execFileSync('sqlite3', ['-batch', '-tabs', '-cmd', '.timeout 10000', this.#file, sql], {
      encoding: 'utf8',
    });
    return told
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  }

  scoreOf(name: string): number {
    const [row] = this.rows(
      `select score from scores join accounts on id = account_id where name = '${name}'`,
    );
    return Number(row?.[0]);
  }

  setScore(name: string, score: number): void {
    this.rows(
      `update scores set score = ${score} where account_id = (select id from accounts where name = '${name}')`,
    );
  }

  /** The two have scored against each other so often within the last hour. */
  haveMet(one: string, other: string, times: number): void {
    for (let number = 1; number <= times; number += 1) {
      const game = this.#game(number);
      this.rows(
        `insert into meetings (ladder, account_id, opponent_id, game_id, at_ms) values
         ('siguo', ${account(one)}, ${account(other)}, ${game}, ${Date.now() - 3_600_000}),
         ('siguo', ${account(other)}, ${account(one)}, ${game}, ${Date.now() - 3_600_000})`,
      );
    }
  }

  /** Has left a ranked game a moment ago. */
  hasFled(name: string): void {
    this.rows(
      `insert into flee_penalties (account_id, game_id, at_ms) values (${account(name)}, ${this.#game(1)}, ${Date.now()})`,
    );
  }

  /** The last game as if it had been played so many times more; at every second of them a seat has lost. */
  repeatLastGame(times: number, loser: Seat): void {
    for (let number = 1; number <= times; number += 1) {
      const id = `x'${randomUUID().replaceAll('-', '')}'`;
      const lost = number % 2 === 0 ? `update s set result = 'lost' where seat = '${loser}';` : '';
      this.rows(
        `create temp table g as select * from games where state = 'finished' order by ended_at desc limit 1;
         create temp table s as select * from game_seats where game_id = (select id from g);
         update g set id = ${id}, ended_at = ended_at - 1; update s set game_id = ${id}; ${lost}
         insert into games select * from g; insert into game_seats select * from s`,
      );
    }
  }

  /** A game for others to refer to. */
  #game(number: number): string {
    const id = `x'${number.toString(16).padStart(32, '0')}'`;
    this.rows(
      `insert into games (id, room_id, kind, options, state, created_at, arrange_deadline)
       values (${id}, ${id}, 'match', '{}', 'arranging', 0, 0)`,
    );
    return id;
  }

  /** Before, change, reason and after of everybody in the last game, by name. */
  lastChanges(): ReadonlyMap<
    string,
    readonly [before: number, change: number, reason: string, after: number]
  > {
    const rows = this.rows(
      `select name, score_before, change, change_reason, score_after from game_seats
       where game_id = (select id from games where state = 'finished' order by ended_at desc limit 1)`,
    );
    return new Map(
      rows.map(([name = '', before, change, reason = '', after]) => [
        name,
        [Number(before), Number(change), reason, Number(after)],
      ]),
    );
  }
}

function account(name: string): string {
  return `(select id from accounts where name = '${name}')`;
}
