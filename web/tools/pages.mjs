// Pictures of the real pages, in each size, theme and language: `npm run pictures:pages [ADDRESS] [FOLDER] [PATTERN]`
// beside a running server. It registers somebody to look at, and has a guest play bots for a game to look at; the
// pattern picks files by name.

import { mkdirSync } from 'node:fs';
import process from 'node:process';

import { chromium } from '@playwright/test';

const [address = 'http://127.0.0.1:8080', folder = 'pictures', pattern = ''] = process.argv.slice(2);
const SIZES = [
  { width: 360, height: 740, deviceScaleFactor: 2 },
  { width: 820, height: 1180, deviceScaleFactor: 1 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.SIGUO_CHROMIUM ?? '/usr/bin/chromium',
});
await pictures({
  lobby: '/',
  login: '/login',
  register: '/register',
  leaderboard: '/leaderboard',
  player: `/players/${await register()}`,
  account: '/account',
  people: '/people',
  replay: '/replay',
  missing: '/nowhere',
});
const table = await practise();
await pictures({ 'lobby-live': '/', watching: new URL(table.url()).pathname });
await browser.close();

async function register() {
  const answer = await fetch(`${address}/api/v1/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `棋友${Date.now() % 100_000}`, password: 'correct horse battery' }),
  });
  return (await answer.json()).account.id;
}

/** A guest's game against bots, as far as the guest's first turn. */
async function practise() {
  const page = await browser.newPage({ locale: 'zh-CN' });
  await page.goto(address);
  for (const path of [/\/$/, /\/table\//]) {
    await page.waitForURL(path);
    await page.getByRole('button', { name: '开始', exact: true }).click();
  }
  await page.waitForTimeout(4_000);
  return page;
}

async function pictures(pages) {
  for (const { deviceScaleFactor, ...viewport } of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
      for (const locale of ['zh-CN', 'en-GB']) {
        const wanted = Object.entries(pages)
          .map(([name, path]) => [[name, viewport.width, colorScheme, locale.slice(0, 2)].join('-'), path])
          .filter(([file]) => new RegExp(pattern).test(file));
        if (wanted.length === 0) continue;
        const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme, locale });
        const page = await context.newPage();
        for (const [file, path] of wanted) {
          await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
          await page.screenshot({ path: `${folder}/${file}.png` });
        }
        await context.close();
      }
    }
  }
}
