/** Files of games and layouts let fall on any page, and finished games that are taken away as files. */

import type { Page } from '@playwright/test';

import type { ExpandedGame } from '../src/api/types';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { writeJql } from '../src/layout/jql';
import { presetText } from '../src/layout/presets';
import { views } from '../src/replay/playthrough';
import { expect, test, type Person } from './harness';
import { contentOf, drop, hold, vectorRecord } from './harness/files';
import { boardOf, inWords } from './harness/person';
import { playUntil, startPractice } from './harness/practice';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const record = vectorRecord('partners4.jsonl', 0);
const RECORD = bytes(JSON.stringify(record));
const TURTLE = presetText('turtle');

async function expand(address: string, body: BodyInit): Promise<ExpandedGame> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${address}/api/v1/replay`, { method: 'POST', headers, body });
  expect(answer.status, 'the file is a game').toBe(200);
  return (await answer.json()) as ExpandedGame;
}

const turtle = (page: Page) => page.getByRole('button', { name: '龟阵', exact: true });

test('a record falls on any page and is replayed', async ({ arrive, server }) => {
  const game = await expand(server.address, JSON.stringify(record));
  const { page } = await arrive('路人');
  for (const address of ['/', '/leaderboard', '/rules', '/layouts']) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await hold(page, 'game.json', RECORD);
    await expect(page.getByText(zh.files.drop)).toBeVisible();
    expect(await drop(page, 'game.json', RECORD)).toBe(true);
    await expect(page).toHaveURL('/replay');
    await expect(page.getByText(zh.files.drop)).toBeHidden();
    await expect.poll(() => boardOf(page)).toEqual(inWords(game.start));
  }
  // On the page itself another one takes its place.
  const other = vectorRecord('partners4.jsonl', 1);
  await drop(page, 'other.json', bytes(JSON.stringify(other)));
  const start = inWords((await expand(server.address, JSON.stringify(other))).start);
  await expect.poll(() => boardOf(page)).toEqual(start);
});

test('a layout falls on any page and is set up', async ({ arrive }) => {
  const { page } = await arrive('路人');
  await drop(page, 'layout.jql', writeJql(TURTLE));
  await expect(page).toHaveURL('/layouts');
  await expect(turtle(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/replay');
  await drop(page, 'layout.txt', bytes(presetText('classic')));
  await expect(page).toHaveURL('/layouts');
  await expect(page.getByRole('button', { name: '经典', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // What is wrong with one is said, though the place for files was closed.
  await drop(page, 'layout.txt', bytes(TURTLE.replace('07', '33')));
  await expect(page.getByRole('alert')).toHaveText(zh.arrange.faults['piece-count']);
  await expect(page.getByRole('button', { name: '经典', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a running game is left for no file', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await page.getByRole('button', { name: '开始', exact: true }).click();
  await guest.until(() => guest.phase === 'arranging');
  await expect(turtle(page)).toBeVisible();
  const table = page.url();
  await hold(page, 'game.json', RECORD);
  await expect(page.getByText(zh.files.dropLayout)).toBeVisible();
  expect(await drop(page, 'game.json', RECORD)).toBe(true);
  await expect(page.getByRole('alert')).toHaveText(zh.arrange.notALayout);
  await drop(page, 'layout.jql', writeJql(TURTLE));
  await expect(turtle(page)).toHaveAttribute('aria-pressed', 'true');
  await guest.arrange('龟阵');
  await guest.until(() => guest.phase === 'playing');
  await hold(page, 'game.json', RECORD);
  expect(await drop(page, 'game.json', RECORD), 'nor does the browser leave it').toBe(true);
  await playUntil(guest, 4);
  await expect(page.getByText(zh.files.drop)).toBeHidden();
  expect(page.url()).toBe(table);
});

test('of two files the last one is shown, whichever is answered first', async ({ arrive, server }) => {
  const game = await expand(server.address, JSON.stringify(record));
  const { page } = await arrive('路人');
  await page.goto('/replay');
  const choose = (name: string, content: string): Promise<void> =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

  for (const first of [JSON.stringify(vectorRecord('partners4.jsonl', 1)), '{"no":"record"}']) {
    // The first answer is held back until the second one is shown.
    let answered: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => (answered = resolve));
    let held = false;
    await page.route('**/api/v1/replay', async (route) => {
      const late = !held;
      held = true;
      const response = await route.fetch();
      if (late) await shown;
      await route.fulfill({ response });
    });
    const [, late] = await Promise.all([
      choose('first.json', first),
      page.waitForRequest('**/api/v1/replay'),
    ]);
    const arrived = page.waitForEvent('requestfinished', (request) => request === late);
    await choose('second.json', JSON.stringify(record));
    await expect.poll(() => boardOf(page)).toEqual(inWords(game.start));
    answered();
    await arrived;
    await expect(page.getByRole('status')).toBeHidden();
    expect(await boardOf(page)).toEqual(inWords(game.start));
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute('**/api/v1/replay');
    await page.reload();
  }
});

test('why a file cannot be read is said in the language of the page', async ({ arrive, browser, server }) => {
  const { page } = await arrive('路人');
  const context = await browser.newContext({ locale: 'en-GB', baseURL: server.address });
  const english = await context.newPage();
  const cut = JSON.stringify(record).slice(0, 400);
  for (const [at, words] of [
    [page, zh],
    [english, en],
  ] as const) {
    await at.goto('/replay');
    await expect(at.getByRole('heading', { name: words.files.open })).toBeVisible();
    await drop(at, 'game.json', bytes(cut));
    await expect(at.getByRole('alert')).toHaveText(words.files.badRecordAt(400));
    await drop(at, 'picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    await expect(at.getByRole('alert')).toHaveText(words.files.badRecord);
    await drop(at, 'game.json', new Uint8Array(256 * 1024 + 1).fill(0x20));
    await expect(at.getByRole('alert')).toHaveText(words.files.tooBig);
  }
  await context.close();
});

/** A game against bots that ends when the guest leaves; its page is open. */
async function finished(guest: Person): Promise<string> {
  await startPractice(guest, '闪电');
  await playUntil(guest, 9);
  const { phase } = guest.snapshot;
  if (phase.t !== 'playing') throw new Error('the game has ended too soon');
  await guest.deed('退出', '本局就此结束，不计分。');
  await expect(guest.page).toHaveURL('/');
  await guest.page.goto(`/games/${phase.d.game}`);
  return phase.d.game;
}

test('a finished game is taken away as a record and as a .jgs, and both are replayed', async ({
  arrive,
  server,
}) => {
  const guest = await arrive('游客');
  const { page } = guest;
  const id = await finished(guest);
  const kept = await (await fetch(`${server.address}/api/v1/games/${id}/record`)).json();
  const game = (await (await fetch(`${server.address}/api/v1/games/${id}/replay`)).json()) as ExpandedGame;

  for (const [link, name] of [
    ['下载棋谱', `siguo-${id}.json`],
    ['下载 .jgs（QQ 四国）', `siguo-${id}.jgs`],
  ] as const) {
    await page.goto(`/games/${id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: link, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    const content = await contentOf(download);
    if (name.endsWith('.json')) {
      expect(JSON.parse(content.toString('utf8'))).toEqual(kept);
      expect(kept).toMatchObject({ id, actions: expect.any(Array), result: { void: true } });
    }
    // The same game: in a .jgs the seats are turned so that red moves first.
    const told = await expand(server.address, new Uint8Array(content));
    expect(told.events).toHaveLength(game.events.length);
    expect(told.result).toMatchObject({ void: true, reason: 'flee', steps: game.result?.steps });

    await page.goto('/replay');
    await page.getByLabel('选择文件').setInputFiles({ name, mimeType: '', buffer: content });
    await expect.poll(() => boardOf(page)).toEqual(inWords(told.start));
    await page.getByRole('button', { name: '终局' }).click();
    await expect.poll(() => boardOf(page)).toEqual(inWords(views(told, null).at(-1) ?? told.start));
  }
});
