import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { geometry } from '../board';
import { zh as zhGuide } from '../guide/zh';
import { TITLES } from '../game/titles';
import { PIECES } from '../layout/pieces';
import { modeWordsOf } from '../modes/of';
import { en } from './en';
import { browserLanguage } from './i18n.svelte';
import { flagsOf, placeName, pointName } from './points';
import { zh, type Catalogue } from './zh';

const page = readFileSync('../docs/terms.md', 'utf8');
const oneLine = page.replace(/\s+/g, ' ');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| key'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, key, chinese, english]) => [
      key as string,
      { chinese: chinese as string, english: english as string },
    ]),
);

/** Beside a piece of the game's words stands what the page says about them, which no screen shows. */
interface Row {
  readonly chinese: (words: Catalogue) => string;
  readonly english: (words: Catalogue) => string;
}

const LIMITS = { protect: 50, same_opponents: 10 } as const;
/** Of `四国·双明` or `Duel: open` the latter part. */
const kind = (mode: string): string => mode.split(/·|: /).at(-1) as string;
const NOBODY = '';
const pieces = (words: Catalogue, between: string): string =>
  PIECES.map((code) => words.pieces[code]).join(between);
const shorts = (words: Catalogue): string => PIECES.map((code) => words.pieceShort[code]).join('');
const houseRules = (words: Catalogue): string =>
  Object.values(modeWordsOf(words).house)
    .map(([name]) => name)
    .join(' · ');

/** How each row of the table is put together from a catalogue's words. */
const ROWS: Record<string, Row> = {
  modes: {
    chinese: ({ modes }) =>
      `${modes.fourDark} / ${kind(modes.fourPartners)} / ${kind(modes.fourOpen)}; ` +
      `${modes.duelDark.replace('·', '（四国棋盘）')} / ${kind(modes.duelOpen)}; ` +
      `${modes.classicDark.replace('·', '（陆战棋）')} / ${kind(modes.classicOpen)}; ${modes.flip}`,
    english: ({ modes }) =>
      `${modes.fourDark} / ${kind(modes.fourPartners)} / ${kind(modes.fourOpen)}; ` +
      `${modes.duelDark.replace(':', ' on the four-player board:')} / ${kind(modes.duelOpen)}; ` +
      `${modes.classicDark} / ${kind(modes.classicOpen)}; ${modes.flip}`,
  },
  seats: {
    chinese: ({ seats, relations }) =>
      `${Object.values(seats).join(' ')}; ` +
      `${relations.you}（本家） ${relations.next} ${relations.partner} ${relations.previous}`,
    english: ({ seats, relations }) =>
      `${Object.values(seats).join(' ')}; ` +
      `${relations.you}, ${relations.next}, ${relations.partner}, ${relations.previous}`,
  },
  sides: {
    chinese: ({ sides }) => `${sides.redBlue} / ${sides.purpleGreen}; ${sides.ours} / ${sides.enemy}`,
    english: ({ sides }) => `${sides.redBlue} / ${sides.purpleGreen}; ${sides.ours} / ${sides.enemy}`,
  },
  points: {
    chinese: ({ places }) => Object.values(places).join(' '),
    english: ({ places }) => Object.values(places).join(', '),
  },
  pieces: {
    chinese: (words) => pieces(words, ' '),
    english: (words) => pieces(words, ', '),
  },
  'on the piece, as one likes': {
    chinese: (words) =>
      `${words.faces.names} / ${words.faces.short} ${shorts(words)} / ${words.faces.numbers} 40…32 00 41 07`,
    english: ({ faces }) => `${faces.names} / ${faces.short} / ${faces.numbers}`,
  },
  arranging: {
    chinese: ({ arrange }) =>
      `${arrange.title} (verb), ${arrange.layout} (noun); ` +
      `${arrange.save} ${arrange.load} ${arrange.mirror} ${arrange.random}; ` +
      `${arrange.ready}, then ${arrange.isReady} / ${arrange.unready}`,
    english: ({ arrange }) =>
      `${arrange.title}, ${arrange.layout}; ` +
      `${arrange.save}, ${arrange.load}, ${arrange.mirror}, ${arrange.random}; ` +
      `${arrange.ready}, then ${arrange.isReady} / ${arrange.unready}`,
  },
  capture: {
    // Within a line: 红方吃掉一子, Red takes a piece.
    chinese: ({ log }) =>
      `${log.takesOne(NOBODY).replace('掉一子', '')}; ${log.bothGone}; ${log.lostOne(NOBODY).replace('一子', '')}`,
    english: ({ log }) =>
      `${log.takesOne(NOBODY).replace(' a piece', '')}; ${log.bothGone}; ${log.lostOne(NOBODY).replace(' a piece', '').trim()}`,
  },
  flag: {
    chinese: (words) =>
      `${words.pages.jumps.flag}; ${words.talk.quick['take-flag'].replace('！', '')}; ${words.outReasons.flag}`,
    english: (words) =>
      `${words.pages.jumps.flag}; ${words.talk.quick['take-flag'].replace('Take', 'takes').replace('!', '')}; ${words.outReasons.flag}`,
  },
  'out (a player)': {
    chinese: ({ table, outReasons }) =>
      `${table.out}（全军覆没）: ${outReasons.flag} / ${outReasons['no-move']} / ${outReasons.timeouts} / ${outReasons.surrender}`,
    english: ({ table, outReasons }) =>
      `${table.out}: ${outReasons.flag} / ${outReasons['no-move']} / ${outReasons.timeouts} / ${outReasons.surrender}`,
  },
  'fallen (a piece)': {
    chinese: ({ table }) => table.fallen,
    english: ({ table }) => table.fallen,
  },
  counters: {
    chinese: ({ table }) =>
      `${table.step(128)}; ${table.quiet(36, 70)}; ${table.timeouts(2, 5)}; ${table.perMove(30)}`,
    english: ({ table }) =>
      `${table.step(128)}; ${table.quiet(36, 70)}; ${table.timeouts(2, 5)}; ${table.perMove(30)}`,
  },
  draw: {
    chinese: ({ deeds }) => `${deeds.draw} / ${deeds.accept} / ${deeds.decline}`,
    english: ({ deeds }) => `${deeds.draw} / ${deeds.accept} / ${deeds.decline}`,
  },
  'surrender, leave': {
    chinese: ({ deeds }) => `${deeds.surrender}; ${deeds.leaveFlee}; 已出局: ${deeds.leaveOut}`,
    english: ({ deeds }) => `${deeds.surrender}; ${deeds.leaveFlee}; ${deeds.leaveOut}`,
  },
  link: {
    chinese: ({ link }) => `${link.lost} / ${link.back}`,
    english: ({ link }) => `${link.lost} / ${link.back}`,
  },
  ends: {
    chinese: ({ result, outReasons, people }) =>
      `${result.win} ${result.loss} ${result.draw} ${result.void} ${outReasons.flee}; ${people.fleeRate}`,
    english: ({ result, outReasons, people }) =>
      `${result.win}, ${result.loss}, ${result.draw}, ${result.void}, ${outReasons.flee}; ${people.fleeRate}`,
  },
  scoring: {
    chinese: ({ table, people, result }) =>
      `${table.ranked} / ${table.unranked}; ${people.score}; ${people.title}; ` +
      `${result.tooShort}; ${result.changes.protected(LIMITS)}`,
    english: ({ table, people, result }) =>
      `${table.ranked} / ${table.unranked}; ${people.score}; ${people.title}; ` +
      `${result.tooShort}; ${result.changes.protected(LIMITS)}`,
  },
  lobby: {
    chinese: (words) => lobby(words).join(', '),
    english: (words) => lobby(words).join(', '),
  },
  talk: {
    chinese: ({ talk, people }) =>
      `${Object.values(talk.channels).join(', ')}, ${talk.phrases}, ${talk.mute} (by me), ` +
      `${people.silenced} (by staff), ${people.report}`,
    english: ({ talk, people }) =>
      `${Object.values(talk.channels).join(', ')}, ${talk.phrases}, ${talk.mute}, ` +
      `${people.silenced}, ${people.report}`,
  },
  after: {
    chinese: (words) => after(words).join(', '),
    english: (words) => after(words).join(', '),
  },
  aids: {
    chinese: ({ aids }) =>
      `${aids.marks}, ${aids.confirmMoves}, ${aids.preMove}, ${aids.losses}, ${aids.ping}（${aids.dot} / ${aids.arrow}）`,
    english: ({ aids }) =>
      `${aids.marks}, ${aids.confirmMoves}, ${aids.preMove}, ${aids.losses}, ${aids.ping}`,
  },
  'house rules': {
    chinese: (words) => `${modeWordsOf(words).houseTitle}: ${houseRules(words)}`,
    english: houseRules,
  },
  people: {
    chinese: ({ people }) =>
      `${people.guest}, ${people.kinds.bot}（${Object.values(people.levels).join(' / ')}）, ${people.deleteAccount}`,
    english: ({ people }) =>
      `${people.guest}, ${people.kinds.bot} (${Object.values(people.levels).join(' / ')}), ${people.deleteAccount}`,
  },
};

function lobby({ lobby, result }: Catalogue): readonly string[] {
  return [
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
  ];
}

function after({ result, replay, people }: Catalogue): readonly string[] {
  return [
    result.replay,
    replay.record,
    result.download,
    people.games,
    people.leaderboard,
    people.profile,
    people.winRate,
    people.follow,
  ];
}

/** Capitals are the screen's; a line about nobody begins with the blank after the name. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

describe('docs/terms.md', () => {
  it('has no row that is not looked at', () => {
    expect([...rows.keys()]).toEqual(Object.keys(ROWS));
  });

  it.each(Object.entries(ROWS))('says the words of “%s”', (key, { chinese, english }) => {
    expect(plain(chinese(zh))).toBe(plain(rows.get(key)?.chinese ?? ''));
    expect(plain(english(en))).toBe(plain(rows.get(key)?.english ?? ''));
  });

  it('says each word the same wherever it stands', () => {
    for (const words of [zh, en]) {
      expect(words.aids.marks).toBe(words.table.marks);
      expect(words.aids.confirmMoves).toBe(words.table.confirmMoves);
      expect(words.aids.losses).toBe(words.table.losses);
      expect(words.lobby.inviteLink).toBe(words.table.inviteLink);
      expect(words.rooms.again).toBe(words.result.again);
      expect(words.replay.title).toBe(words.result.replay);
      expect(words.table.disconnected).toBe(words.link.lost);
      expect(words.table.bot).toBe(words.people.kinds.bot);
      expect(words.table.guest.toLowerCase()).toBe(words.people.guest.toLowerCase());
      expect(words.log.out(NOBODY, words.outReasons.flag)).toContain(words.table.out);
    }
    for (const [piece, name] of Object.entries(zh.pieces))
      expect(Object.entries(zh.pieceFaces)).toContainEqual([piece, name]);
  });

  it('lists the titles', () => {
    const titles = /Titles in English, lowest first: ([^.]*)\./.exec(oneLine)?.[1];
    expect(TITLES.map((title) => en.titles[title]).join(', ')).toBe(titles);
    // The Chinese ones are those of the rules.
    const told = JSON.parse(readFileSync('../vectors/titles.json', 'utf8')) as { title: string }[];
    expect(TITLES.map((title) => zh.titles[title])).toEqual([...new Set(told.map(({ title }) => title))]);
  });

  it('lists the quick phrases', () => {
    const phrases = /Quick phrases \(both languages\): (.*?)\. /.exec(oneLine)?.[1];
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
    expect(/What happened, in lines: (.*?)\. /.exec(oneLine)?.[1]).toBe(lines.join(' · '));
  });
});

describe('names of points', () => {
  const told = /## Names of points (.*?) ## /.exec(oneLine)?.[1] ?? '';
  const spots = geometry('siguo')
    .places.map(({ name }) => name)
    .filter((name) => name.startsWith('r'))
    .map((name) => name.slice(1));
  const named = (spot: string): string => placeName(zh, `r${spot}`);

  it('are those of the page, row by row', () => {
    const names = /rows (.*?); camps/.exec(told)?.[1]?.split(' ');
    expect([1, 2, 3, 4, 5, 6].map((row) => zh.placeNames[`row${row}` as 'row1'])).toEqual(names);
    expect(zhGuide.rows).toEqual(names);
  });

  it('are those of the page, camp by camp', () => {
    const camps = /camps (.*?), the one above the flag (.*?);/.exec(told) ?? [];
    expect(['22', '24', '33', '42', '44'].map(named)).toEqual(camps[1]?.split(' '));
    expect(zhGuide.spots['44']).toBe(camps[2]);
  });

  it('are those of the page, spot by spot', () => {
    const list = /旗营; (.*?); on the flag's side/.exec(told)?.[1] ?? '';
    const pairs = list
      .replace(/\(also [^)]*\)/, '')
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .flatMap(([at = '', names = '']) => {
        const each = names.split('/');
        return at.split('/').map((spot, index) => [spot, each[index] ?? each[0]] as const);
      });
    expect(pairs).toHaveLength(17);
    expect(pairs.map(([spot]) => [spot, named(spot)])).toEqual(pairs);
    // All others are camps, headquarters, or have but their row.
    const others = spots.filter((spot) => !pairs.some(([at]) => at === spot) && !/22|24|33|42|44/.test(spot));
    const rest = others.map((spot) => [spot, named(spot)] as const);
    for (const [spot, name] of rest)
      expect(name).toBe(/62|64/.test(spot) ? zh.places.headquarters : zhGuide.rows[Number(spot[0]) - 1]);
  });

  it('are those of the page beside the flag and in the palace', () => {
    const sides =
      /on the flag's side (.*?), on the other (.*?), the empty headquarters (.*?);/.exec(told) ?? [];
    expect(['55', '65', '54'].map((spot) => zhGuide.spots[spot]).join(' ')).toBe(sides[1]);
    expect(['51', '61', '52'].map((spot) => zhGuide.spots[spot]).join(' ')).toBe(sides[2]);
    expect(zhGuide.spots['62']).toBe(sides[3]);
    const { flagCorner, flagBottom, flagPlatform, emptyCorner, emptyBottom, emptyPlatform } = zh.placeNames;
    expect([flagCorner, flagBottom, flagPlatform].join(' ')).toBe(sides[1]);
    expect([emptyCorner, emptyBottom, emptyPlatform].join(' ')).toBe(sides[2]);
    expect(zh.placeNames.emptyHeadquarters).toBe(sides[3]);
    expect(zh.placeNames.flagCamp).toBe(zhGuide.spots['44']);
    const palace = /palace corners (.*?), edges (.*?), centre (.*?)\./.exec(told)?.slice(1, 4);
    expect(['n1', 'n2', 'n5'].map((point) => placeName(zh, point))).toEqual(palace);
    expect(['n1', 'n2', 'n5'].map((point) => zhGuide.spots[point])).toEqual(palace);
  });

  it('are written as players write them', () => {
    const [, red, palace, redInEnglish, palaceInEnglish] =
      /writes a point as (\S+) and (\S+), English as (\S+) and (\S+)\./.exec(told) ?? [];
    expect([pointName(zh, 'r63'), pointName(zh, 'n5')]).toEqual([red, palace]);
    expect([pointName(en, 'r63'), pointName(en, 'n5')]).toEqual([redInEnglish, palaceInEnglish]);
  });
});

describe('words that are never used', () => {
  // Read from the sources, so that words within functions are looked at too.
  const chinese = ['src/i18n/zh.ts', 'src/guide/zh.ts'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const never = /Never (.*?)\. /.exec(oneLine)?.[1] ?? '';
  const words = never.split(/, (?:never )?| or /).map((word) => word.replace(/ for .*/, ''));

  it('are those of the page', () => {
    expect(words).toEqual(['司令部', '军棋', '开房间', '天梯', '排位']);
  });

  it.each(words)('%s', (word) => {
    // The game is called 军棋; a flag is not.
    expect(chinese.replaceAll(/[四两]国军棋/g, '')).not.toContain(word);
  });

  it('are named by the flag where it is seen', () => {
    const flags = flagsOf([{ at: 'r62', army: 'red', piece: '07' }]);
    const named = (points: string): string[] => points.split(' ').map((point) => placeName(zh, point, flags));
    expect(named('r51 r61 r52 r42')).toEqual(['旗角', '旗底', '旗台', '旗营']);
    expect(named('r55 r65 r54 r64 r44')).toEqual(['虚角', '虚底', '虚台', '假旗', '右底营']);
    expect(named('r62 r53 b51')).toEqual(['大本营', '台中', '角']);
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
