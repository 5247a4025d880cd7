/** Every screen and part in all its states, at a desk, on a tablet and on a phone: what can be seen without eyes. */

import type { Page } from '@playwright/test';

import { SCREENS } from '../src/gallery/screens';
import { expect, test } from './harness';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 360, height: 740 },
];
/** How far a double tap zooms in. */
const ZOOM = 2.4;

/** Words that are cut off or stand out of what they belong to, in a line each; carried into the page whole. */
function faults(): string[] {
  const found = new Set<string>();
  const tell = (what: string, text: string): void => {
    found.add(`${what}: ${text.trim().slice(0, 40)}`);
  };
  if (document.documentElement.scrollWidth > innerWidth)
    tell('scrolls', `${document.documentElement.scrollWidth} px`);
  const isForTheEar = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isForTheEar(element.parentElement));
  const container = 'button, .button, .card, .result, label, section, figure, dialog, td, [role="alert"]';
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (parent === null || text.trim() === '' || parent.closest('svg, option, script, style') !== null)
      continue;
    // What is for the ear alone is clipped away.
    if (!parent.checkVisibility({ visibilityProperty: true }) || isForTheEar(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
    if (width === 0) continue;
    // Letters do not fill the height that their font asks for.
    const slack = 0.25 * Math.min(height, 20);
    for (let around: Element | null = parent; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      const wide = left < box.left - 1 || right > box.right + 1;
      const high = top < box.top - slack || bottom > box.bottom + slack;
      // A list may be scrolled; a long name ends in dots.
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto') break;
      if (wide && textOverflow === 'ellipsis') break;
      if ((wide && overflowX !== 'visible') || (high && overflowY !== 'visible')) tell('cut off', text);
      if (wide && around.matches(container)) tell('stands out', text);
      if (position === 'fixed') break;
    }
  }
  return [...found];
}

/** The smallest letters on the board, in pixels as they are shown. */
function smallest(): number {
  const sizes = [...document.querySelectorAll<SVGTextElement>('.siguo-board .piece text')].map(
    (text) => parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
  );
  return Math.min(...sizes);
}

async function open(page: Page, address: string, screen: string): Promise<void> {
  await page.goto(`${address}/gallery?screen=${screen}&bare`);
  await expect(page.locator(`[data-screen="${screen}"]`)).toBeAttached();
  // What the server refuses is said a moment later.
  if (screen === 'forms') await expect(page.getByRole('alert')).toHaveCount(2);
}

for (const locale of ['zh-CN', 'en-GB']) {
  test.describe(locale, () => {
    test.use({ locale });

    test('nothing scrolls sideways, is cut off or stands out', async ({ page, server }) => {
      for (const screen of SCREENS) {
        await open(page, server.address, screen);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          expect.soft(await page.evaluate(faults), `${screen}, ${size.width}`).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await page.evaluate(faults), `${screen}, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
      }
    });

    test('what stands on pieces can be read on a phone, zoomed in', async ({ page, server }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      for (const screen of ['table', 'hints', 'board']) {
        await open(page, server.address, screen);
        await expect(page.locator('.siguo-board .piece').first()).toBeVisible();
        expect.soft(ZOOM * (await page.evaluate(smallest)), screen).toBeGreaterThanOrEqual(12);
      }
    });
  });
}
