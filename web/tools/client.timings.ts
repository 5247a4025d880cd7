/** How quick the client is: its loads, and a whole game against bots. Written as JSON for scripts/benchmarks. */

import { writeFileSync } from 'node:fs';

import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Person } from '../e2e/harness';
import { expect, test } from '../e2e/harness';
import { startPractice } from '../e2e/harness/practice';
import { zh } from '../src/i18n/zh';
import { install, use, work, type Findings, type Load } from './gauge';

const FILE = process.env['SIGUO_TIMINGS'] ?? '../target/timings.json';
const LOADS = 9;
/** So often slower than this machine. */
const SLOW = 4;
const GAME_MS = 1_200_000;

const LOBBY = [`button | ${zh.lobby.createRoom}`, 'dialog[open]'] as const;
const TABLE = [`[data-point] | ${zh.board.canMove}`, '.siguo-board .selected'] as const;

const games: object[] = [];
const slowed: number[] = [];
const measured: Record<string, unknown> = { games, slowed };

test.afterAll(({ browser }) => {
  writeFileSync(FILE, JSON.stringify({ browser: `Chromium ${browser.version()}`, ...measured }));
});

/** Holds from now on, in this process of the page. Notes how much slower the page has become in fact. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const before = await page.evaluate(work);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (rate > 1) slowed.push((await page.evaluate(work)) / before);
}

/** One load in a context as it is; the process is up, as it is for whoever follows a link. */
async function load(
  context: BrowserContext,
  address: string,
  what: readonly [string, string],
): Promise<Load> {
  const page = await context.newPage();
  await page.goto(`${new URL(address).origin}/healthz`);
  await slowDown(page, SLOW);
  await page.goto(address, { waitUntil: 'commit' });
  const seen = await page.evaluate(use, what);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  return seen;
}

const loads = async (times: number, one: () => Promise<Load>): Promise<Load[]> => {
  const all: Load[] = [];
  while (all.length < times) all.push(await one());
  return all;
};

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Nothing is kept but who one is. */
async function cold(
  browser: Browser,
  address: string,
  what: readonly [string, string],
  who?: State,
): Promise<Load> {
  const context = await browser.newContext({
    serviceWorkers: 'allow',
    ...(who === undefined ? {} : { storageState: who }),
  });
  const seen = await load(context, address, what);
  await context.close();
  return seen;
}

test('the lobby', async ({ browser, server }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  await load(context, server.address, LOBBY);
  measured['lobby'] = {
    cold: await loads(LOADS, () => cold(browser, server.address, LOBBY)),
    warm: await loads(LOADS, () => load(context, server.address, LOBBY)),
  };
  await context.close();
});

test('the table', async ({ browser, arrive }) => {
  const guest = await arrive('游客');
  await startPractice(guest, '经典');
  const address = guest.page.url();
  const who = await guest.page.context().storageState();
  const context = await browser.newContext({ serviceWorkers: 'allow', storageState: who });
  /** With a whole turn's time before it. */
  const inTurn = async (look: () => Promise<Load>): Promise<Load> => {
    await guest.until(() => guest.moves.length > 0);
    const seen = await look();
    await move(guest, 0);
    return seen;
  };
  await inTurn(() => load(context, address, TABLE));
  measured['table'] = {
    cold: await loads(LOADS, () => inTurn(() => cold(browser, address, TABLE, who))),
    warm: await loads(LOADS, () => inTurn(() => load(context, address, TABLE))),
  };
  await context.close();
});

for (const rate of [1, SLOW]) {
  test(`a game, ${rate}× slower`, async ({ arrive }) => {
    const guest = await arrive('游客');
    await guest.page.addInitScript(install);
    await guest.page.goto('/');
    await slowDown(guest.page, rate);
    await startPractice(guest, '经典');
    await guest.page.evaluate(() => window.gauge.begin());
    await playToTheEnd(guest);
    const findings: Findings = await guest.page.evaluate(() => window.gauge.findings());
    const { steps } = guest.view;
    expect(findings.drawn.length, 'moves that were seen drawn').toBeGreaterThan(0.95 * steps);
    games.push({ rate, steps, ...findings });
  });
}

/** Any moves, the same in every run as long as the bots play the same. */
async function playToTheEnd(guest: Person): Promise<void> {
  let lot = 1;
  const over = (): boolean => guest.phase !== 'playing';
  for (;;) {
    await guest.until(() => over() || guest.moves.length > 0, GAME_MS);
    if (over()) return;
    lot = (lot * 48_271) % 2_147_483_647;
    await move(guest, lot);
  }
}

async function move(guest: Person, lot: number): Promise<void> {
  const before = guest.view.steps;
  const all = guest.moves.flatMap(({ from, to }) => to.map((end) => [from, end] as const));
  const [from, to] = all[lot % all.length] ?? [];
  if (from === undefined || to === undefined) throw new Error('on turn without a move');
  await guest.move(from, to);
  await guest.until(() => guest.phase !== 'playing' || guest.view.steps > before);
}
