// Pictures of the gallery's screens, in each size, theme and language: `npm run pictures [ADDRESS] [FOLDER]` beside a
// running client (`npm run dev`, or a server).

import { mkdirSync } from 'node:fs';
import process from 'node:process';

import { chromium } from '@playwright/test';

const [address = 'http://127.0.0.1:5173', folder = 'pictures'] = process.argv.slice(2);
const SCREENS = ['board', 'classic', 'arrange', 'table', 'waiting', 'hints', 'offer', 'result'];
/** What else the board may be made of, looked at where most of it is seen. */
const MADE = ['wood', 'ink'].flatMap((made) =>
  ['table', 'classic', 'arrange'].map((screen) => [screen, made]),
);
const SIZES = [
  { width: 360, height: 740, deviceScaleFactor: 2 },
  { width: 390, height: 844, deviceScaleFactor: 2 },
  { width: 820, height: 1180, deviceScaleFactor: 1 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.SIGUO_CHROMIUM ?? '/usr/bin/chromium',
});
for (const { deviceScaleFactor, ...viewport } of SIZES) {
  for (const colorScheme of ['light', 'dark']) {
    for (const locale of ['zh-CN', 'en-GB']) {
      const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme, locale });
      const page = await context.newPage();
      for (const [screen, made] of [...SCREENS.map((screen) => [screen, 'paper']), ...MADE]) {
        await page.goto(`${address}/gallery?screen=${screen}&made=${made}&bare`);
        await page.locator('.siguo-board .piece').first().waitFor();
        const name = [
          screen,
          ...(made === 'paper' ? [] : [made]),
          viewport.width,
          colorScheme,
          locale.slice(0, 2),
        ].join('-');
        await page.screenshot({ path: `${folder}/${name}.png` });
      }
      await context.close();
    }
  }
}
await browser.close();
