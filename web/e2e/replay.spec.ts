/** A finished game has a page for everybody, at any step and through any eyes; so has a record that somebody holds. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ExpandedGame, GamePage } from '../src/api/types';
import { partnerOf } from '../src/game/seats';
import { zh } from '../src/i18n/zh';
import { views } from '../src/replay/playthrough';
import { expect, test, type Person } from './harness';
import { drop, vectorRecord } from './harness/files';
import { boardOf, inWords } from './harness/person';
import { playUntil, startPractice } from './harness/practice';
import { areRecordsThere, RECORDED, recordOf } from './harness/recorded';

const STEPS = 9;

async function expanded(address: string, id: string): Promise<ExpandedGame> {
  return (await (await fetch(`${address}/api/v1/games/${id}/replay`)).json()) as ExpandedGame;
}

/** A game against bots that ends when the guest leaves. */
async function shortGame(guest: Person): Promise<string> {
  const { page } = guest;
  await startPractice(guest, '闪电');
  await page.getByRole('tab', { name: '房间频道' }).click();
  await page.getByLabel('说点什么').fill('大家好');
  await page.keyboard.press('Enter');
  await guest.until(() => guest.frames.some(({ t }) => t === 'said'));
  await page.getByRole('tab', { name: '对家频道' }).click();
  await page.getByLabel('说点什么').fill('左边有炸弹');
  await page.keyboard.press('Enter');
  await guest.until(() => guest.frames.filter(({ t }) => t === 'said').length === 2);
  await playUntil(guest, STEPS);
  const { phase } = guest.snapshot;
  if (phase.t !== 'playing') throw new Error('the game has ended too soon');
  await guest.deed('退出', '本局就此结束，不计分。');
  await expect(page).toHaveURL('/');
  return phase.d.game;
}

test('a link shows a step through a seat’s eyes, without a login', async ({ arrive, browser, server }) => {
  const guest = await arrive('游客');
  const id = await shortGame(guest);
  const game = await expanded(server.address, id);
  const { seat } = guest;
  const seen = views(game, seat);

  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${server.address}/games/${id}?eyes=${seat}#4`);
  await expect.poll(() => boardOf(page)).toEqual(inWords(seen[4] ?? game.start));
  const hidden = zh.board.hiddenPiece(zh.seats[partnerOf(seat)]);
  const named = [...(await boardOf(page)).values()].filter((words) => words.includes(hidden));
  // Some may have fallen by then, and the flag may be shown.
  expect(named.length, 'a partner’s pieces are not known').toBeGreaterThan(20);
  await expect(page.locator('[aria-current="step"]')).toContainText('4');
  await expect(page.getByRole('button', { name: `视角: ${zh.seats[seat]}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The address follows, and is what the link copies.
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '全明' }).click();
  await expect(page).toHaveURL(`${server.address}/games/${id}#5`);
  await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, null)[5] ?? game.start));
  await page.getByRole('button', { name: `视角: ${zh.seats[partnerOf(seat)]}` }).click();
  await page.getByRole('button', { name: '复制链接' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${server.address}/games/${id}?eyes=${partnerOf(seat)}#5`);
  await page.goto('about:blank');
  await page.goto(copied);
  await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, partnerOf(seat))[5] ?? game.start));

  // What the table heard is told to those who played, for not everybody could watch; what a partner was told, to nobody.
  const told = (await (await fetch(`${server.address}/api/v1/games/${id}`)).json()) as GamePage;
  expect(JSON.stringify(told)).not.toMatch(/大家好|左边有炸弹/);
  await page.getByRole('tab', { name: '聊天' }).click();
  await expect(page.getByRole('list', { name: '房间频道' })).toHaveText('这里没有可看的房间频道发言');
  await guest.page.goto(`/games/${id}`);
  await guest.page.getByRole('tab', { name: '聊天' }).click();
  const talk = guest.page.getByRole('list', { name: '房间频道' });
  await expect(talk.getByRole('listitem')).toHaveCount(1);
  await expect(talk).toContainText('大家好');
  expect(await guest.page.content()).not.toContain('左边有炸弹');

  // The file of QQ Game tells the same game, the seats turned so that red moves first.
  await page.getByRole('link', { name: '.jgs' }).click({ trial: true });
  const file = await (await fetch(`${server.address}/api/v1/games/${id}/jgs`)).arrayBuffer();
  await page.goto(`${server.address}/replay`);
  await drop(page, 'game.jgs', new Uint8Array(file));
  await page.getByRole('button', { name: '终局' }).click();
  await expect(page.getByText(`第 ${game.events.at(-1)?.steps} 步`)).toBeVisible();
  await expect(page.getByRole('list', { name: '着法' }).getByRole('button')).toHaveCount(
    game.events.length + 1,
  );
  const standing = [...(await boardOf(page)).values()].filter((words) => !words.endsWith(zh.board.empty));
  expect(standing).toHaveLength(views(game, null).at(-1)?.pieces.length ?? 0);
  await context.close();
});

test('a recorded game of QQ Game is dropped on the page', async ({ arrive, server }) => {
  test.skip(!areRecordsThere(), `no ${RECORDED}`);
  const answer = await fetch(`${server.address}/api/v1/replay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recordOf('qq-21')),
  });
  const game = (await answer.json()) as ExpandedGame;
  const { page } = await arrive('路人');
  await page.goto('/replay');
  const file = readFileSync(join(dirname(RECORDED), 'jgs/game-21.jgs'));
  await drop(page, 'game-21.jgs', file.subarray(0, 1000));
  await expect(page.getByRole('alert')).toHaveText(zh.files.badRecordAt(1000));
  await drop(page, 'game-21.jgs', file);
  await expect.poll(() => boardOf(page)).toEqual(inWords(game.start));
  await page.getByRole('button', { name: '下一个亮旗' }).click();
  const shown = game.events.findIndex(({ flags }) => flags.length > 0) + 1;
  await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, null)[shown] ?? game.start));
  await page.getByRole('button', { name: '终局' }).click();
  await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, null).at(-1) ?? game.start));
});

/** Records of other kinds: two players, another first mover, the small board, 翻棋. */
const OTHERS = [
  ['dark2.jsonl', 0],
  ['classic2.jsonl', 1],
  ['flip2.jsonl', 0],
  ['clockwise4.jsonl', 0],
  ['partners4.jsonl', 1],
] as const;

for (const [file, line] of OTHERS) {
  test(`a record of ${file} is opened from a file`, async ({ arrive, server }) => {
    const comments = [
      [0, '开局评注'],
      [2, '第二手评注'],
    ];
    const record = { ...vectorRecord(file, line), comments };
    const answer = await fetch(`${server.address}/api/v1/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    const game = (await answer.json()) as ExpandedGame;

    const { page } = await arrive('路人');
    await page.goto('/replay');
    await page.getByLabel('选择文件').setInputFiles({
      name: 'game.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(record)),
    });
    const { board } = game.rules;
    await expect.poll(() => boardOf(page)).toEqual(inWords(game.start, board));
    await expect(page.locator('blockquote')).toHaveText('开局评注');
    const forward = page.getByRole('button', { name: '下一步' });
    await forward.click();
    await expect(page.locator('blockquote')).toHaveCount(0);
    await forward.click();
    await expect(page.locator('blockquote')).toHaveText('第二手评注');
    const seat = 'blue';
    await page.getByRole('button', { name: `视角: ${zh.seats[seat]}` }).click();
    await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, seat)[2] ?? game.start, board));
    await page.getByRole('button', { name: '全明' }).click();
    await page.getByRole('button', { name: '终局' }).click();
    await expect.poll(() => boardOf(page)).toEqual(inWords(views(game, null).at(-1) ?? game.start, board));
    await expect(page.getByRole('list', { name: '着法' }).getByRole('button')).toHaveCount(
      game.events.length + 1,
    );
  });
}
