// Pictures of the gallery's screens, in each size, theme and language, and of boards as eyes see them that take hues for
// one another: `npm run pictures [ADDRESS] [FOLDER] [PATTERN]` beside a running client (`npm run dev`, or a server); the
// pattern picks files by name.

import { mkdirSync } from 'node:fs';
import process from 'node:process';

import { chromium } from '@playwright/test';

const [address = 'http://127.0.0.1:5173', folder = 'pictures', pattern = ''] = process.argv.slice(2);
/** What else the board may be made of, looked at where most of it is seen. */
const MADE = ['wood', 'ink'].flatMap((made) =>
  ['table', 'classic', 'arrange'].map((screen) => ({ screen, made })),
);
const EYES = ['deuteranopia', 'achromatopsia'].flatMap((eyes) =>
  ['table', 'looks', 'two'].map((screen) => ({ screen, made: 'paper', eyes })),
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
const screens = (await namesOfScreens()).map((screen) => ({ screen, made: 'paper' }));
for (const { deviceScaleFactor, ...viewport } of SIZES) {
  for (const colorScheme of ['light', 'dark']) {
    for (const locale of ['zh-CN', 'en-GB']) {
      const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme, locale });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      for (const { screen, made, eyes = null } of [...screens, ...MADE, ...EYES]) {
        const how = [
          screen,
          made === 'paper' ? null : made,
          eyes,
          viewport.width,
          colorScheme,
          locale.slice(0, 2),
        ];
        const name = how.filter((part) => part !== null).join('-');
        if (!new RegExp(pattern).test(name)) continue;
        await page.goto(`${address}/gallery?screen=${screen}&made=${made}&bare`, {
          waitUntil: 'networkidle',
        });
        await session.send('Emulation.setEmulatedVisionDeficiency', { type: eyes ?? 'none' });
        await page.locator(`[data-screen="${screen}"]`).waitFor();
        // Rooms fit their window; what stands side by side goes on below it.
        const fullPage = (await page.locator('[data-state]').count()) > 0;
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
      }
      await context.close();
    }
  }
}
await browser.close();

/** As the gallery links them. */
async function namesOfScreens() {
  const page = await browser.newPage();
  await page.goto(`${address}/gallery`);
  await page.locator('nav a').first().waitFor();
  const names = await page.locator('nav a').allTextContents();
  await page.close();
  return names;
}
