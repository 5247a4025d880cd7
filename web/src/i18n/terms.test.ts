import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { PIECES } from '../layout/pieces';
import { en } from './en';
import { browserLanguage } from './i18n.svelte';
import { placeName, pointName } from './points';
import { zh, type Catalogue } from './zh';

const page = readFileSync('../docs/terms.md', 'utf8');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, key, chinese, english]) => [
      key as string,
      { chinese: chinese as string, english: english as string },
    ]),
);
const plain = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** Which words of the catalogues each row of the table is about. */
const WORDS: Record<string, (words: Catalogue) => readonly string[]> = {
  modes: (words) => [words.modes.fourDark, words.modes.flip],
  seats: (words) => [
    ...Object.values(words.seats),
    words.relations.you,
    words.relations.next,
    words.relations.partner,
    words.relations.previous,
  ],
  sides: (words) => Object.values(words.sides),
  points: (words) => Object.values(words.places),
  pieces: (words) => Object.values(words.pieces),
  'on the piece, as one likes': (words) => [words.faces.names, words.faces.short, words.faces.numbers],
  arranging: ({ arrange }) => [
    arrange.title,
    arrange.layout,
    arrange.save,
    arrange.load,
    arrange.mirror,
    arrange.random,
    arrange.ready,
    arrange.isReady,
    arrange.unready,
  ],
  flag: (words) => [words.outReasons.flag],
  'out (a player)': (words) => [
    words.table.out,
    words.outReasons.flag,
    words.outReasons['no-move'],
    words.outReasons.timeouts,
    words.outReasons.surrender,
  ],
  'fallen (a piece)': (words) => [words.table.fallen],
  counters: ({ table }) => [table.step(128), table.quiet(36, 70), table.timeouts(2, 5), table.perMove(30)],
  draw: ({ deeds }) => [deeds.draw, deeds.accept, deeds.decline],
  'surrender, leave': ({ deeds }) => [deeds.surrender, deeds.leaveFlee, deeds.leaveOut],
  link: ({ link }) => [link.lost, link.back],
  ends: (words) => [
    words.result.win,
    words.result.loss,
    words.result.draw,
    words.result.void,
    words.outReasons.flee,
    words.people.fleeRate,
  ],
  scoring: (words) => [
    words.table.ranked,
    words.table.unranked,
    words.people.score,
    words.people.title,
    words.result.changes['too-short'],
    words.result.changes.protected,
  ],
  lobby: ({ lobby, result }) => [
    lobby.quickMatch,
    lobby.searchingWidened,
    lobby.createRoom,
    lobby.host,
    lobby.removePlayer,
    lobby.inviteLink,
    lobby.watch,
    lobby.private,
    result.again,
    lobby.practice,
  ],
  talk: ({ talk, people }) => [
    ...Object.values(talk.channels),
    talk.phrases,
    talk.mute,
    people.silenced,
    people.report,
  ],
  after: (words) => [
    words.result.replay,
    words.replay.record,
    words.result.download,
    words.people.games,
    words.people.leaderboard,
    words.people.profile,
    words.people.winRate,
    words.people.follow,
  ],
  aids: ({ aids }) => [aids.marks, aids.confirmMoves, aids.preMove, aids.losses, aids.ping],
  'house rules': ({ rules: { title: _, ...rules } }) => Object.values(rules),
  people: ({ people }) => [people.guest, people.deleteAccount, ...Object.values(people.levels)],
};

describe('docs/terms.md', () => {
  it.each(Object.keys(WORDS))('says the words of “%s”', (key) => {
    const row = rows.get(key);
    if (row === undefined) throw new Error(`no such row: ${key}`);
    for (const word of (WORDS[key] as (words: Catalogue) => string[])(zh))
      expect(plain(row.chinese)).toContain(plain(word));
    for (const word of (WORDS[key] as (words: Catalogue) => string[])(en))
      expect(plain(row.english)).toContain(plain(word));
  });

  it('names the pieces in the order of their strength', () => {
    expect(PIECES.map((code) => zh.pieces[code]).join(' ')).toBe(rows.get('pieces')?.chinese);
    expect(PIECES.map((code) => en.pieces[code]).join(', ')).toBe(rows.get('pieces')?.english);
    expect(rows.get('on the piece, as one likes')?.chinese).toContain(
      PIECES.map((code) => zh.pieceShort[code]).join(''),
    );
  });

  it('lists the titles', () => {
    const titles = /Titles in English, lowest first: ([^.]*)\./.exec(page)?.[1]?.replace(/\s+/g, ' ');
    expect(Object.values(en.titles).join(', ')).toBe(titles);
  });

  it('lists the quick phrases', () => {
    const phrases = /Quick phrases \(both languages\): (.*)\./.exec(page)?.[1];
    expect(Object.values(zh.talk.quick).join(' · ')).toBe(phrases);
    expect(Object.keys(en.talk.quick)).toEqual(Object.keys(zh.talk.quick));
  });

  it('says what happened as players say it', () => {
    const { log, seats, seatSigns, outReasons } = zh;
    const lines = [
      log.takes(seats.red, seats.purple),
      log.lost(seats.red, seats.purple),
      log.both(seatSigns.red, seatSigns.purple),
      log.flagShown(seats.purple, pointName(zh, 'p62')),
      log.out(seats.blue, outReasons['no-move']),
      log.fleeVoid(seats.purple),
    ];
    expect(page).toContain(lines.join(' · '));
  });
});

describe('words that are not used', () => {
  it.each(['司令部', '军棋被扛', '开房间', '天梯', '排位'])('%s', (word) => {
    expect(JSON.stringify(zh)).not.toContain(word);
  });
});

describe('points', () => {
  it('are written as players write them', () => {
    expect([pointName(zh, 'r63'), pointName(zh, 'n5')]).toEqual(['红63', '九宫5']);
    expect([pointName(en, 'r63'), pointName(en, 'n5')]).toEqual(['R63', 'N5']);
  });

  it('have names', () => {
    expect(['b22', 'r12', 'g53', 'n1', 'n2', 'n5', 'r21'].map((point) => placeName(zh, point))).toEqual([
      '左前营',
      '棋眉',
      '台中',
      '星位',
      '边宫',
      '天元',
      '二线',
    ]);
  });
});

describe('the language', () => {
  it('is the first of the browser’s that there is', () => {
    expect(browserLanguage(['fr', 'zh-TW', 'en'])).toBe('zh');
    expect(browserLanguage(['fr', 'en-GB'])).toBe('en');
    expect(browserLanguage(['de'])).toBe('en');
    expect(browserLanguage([])).toBe('zh');
  });
});
