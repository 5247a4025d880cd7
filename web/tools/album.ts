/** Takes pictures of a page in each size, theme and language, and lays those of one page on a sheet. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { Browser, Page } from '@playwright/test';

import type { Person } from '../e2e/harness';

const FOLDER = process.env['SIGUO_PICTURES'] ?? 'pictures';
const SIZES = [
  { width: 360, height: 740, deviceScaleFactor: 2 },
  { width: 820, height: 1180, deviceScaleFactor: 1 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
];
const LOCALES = ['zh-CN', 'en-GB'];
const THEMES = ['light', 'dark'] as const;

/** Pictures of what the person sees at an address, once `ready` says that it is there. */
export async function take(
  person: Person,
  name: string,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const { deviceScaleFactor, ...viewport } of SIZES) {
    for (const locale of LOCALES) {
      const page = await person.window({ viewport, deviceScaleFactor, locale, reducedMotion: 'reduce' });
      await page.goto(path);
      await ready(page);
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(FOLDER, fileOf(name, viewport.width, colorScheme, locale)) });
      }
      await page.context().close();
    }
  }
}

/** One picture of all that were taken under a name, the phones of one size side by side. */
export async function sheet(browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage();
  for (const { width } of SIZES) {
    const files = THEMES.flatMap((theme) => LOCALES.map((locale) => fileOf(name, width, theme, locale)));
    const images = files.map((file) => {
      const data = readFileSync(join(FOLDER, file)).toString('base64');
      return `<img src="data:image/png;base64,${data}" width="${Math.min(width, 820)}">`;
    });
    const columns = width < 400 ? 4 : 2;
    await page.setContent(
      `<body style="margin:0;display:grid;grid-template-columns:repeat(${columns},max-content);gap:8px;width:max-content;background:#888">${images.join('')}`,
    );
    await page.locator('body').screenshot({ path: join(FOLDER, `sheet-${name}-${width}.png`) });
  }
  await page.context().close();
}

function fileOf(name: string, width: number, theme: string, locale: string): string {
  return `${[name, width, theme, locale.slice(0, 2)].join('-')}.png`;
}
