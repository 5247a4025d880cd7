/** The board under fingers, mouse and keyboard, on the gallery's table: real browser input, nothing but the client. */

import type { CDPSession, Page } from '@playwright/test';

import { expect, test } from './harness';

let address: string;
test.beforeEach(({ server }) => {
  address = server.address;
});

type Place = [x: number, y: number];

async function open(page: Page, query = 'screen=table&bare'): Promise<void> {
  await page.goto(`${address}/gallery?${query}`);
  await expect(page.locator('.siguo-board .piece').first()).toBeVisible();
}

async function middle(page: Page, point: string): Promise<Place> {
  const box = await page.locator(`[data-point="${point}"]`).boundingBox();
  if (box === null) throw new Error(`not on the screen: ${point}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function expectMove(page: Page, from: string, to: string): Promise<void> {
  const move = { t: 'move', d: { game: 'game', after: 100, from, to } };
  await expect(page.locator('[data-sent]')).toHaveAttribute('data-sent', JSON.stringify(move));
}

const lens = (page: Page): Promise<string | null> =>
  page.locator('.siguo-board .view').getAttribute('transform');
const WHOLE = 'translate(0 0) scale(1)';

test.describe('with a mouse', () => {
  test('a click beside the middle selects, a click beside a target moves', async ({ page }) => {
    await open(page);
    const [x, y] = await middle(page, 'r15');
    await page.mouse.click(x + 8, y - 6);
    await expect(page.locator('.siguo-board .target')).toHaveCount(13);
    const [tx, ty] = await middle(page, 'n9');
    await page.mouse.click(tx + 10, ty + 8);
    await expectMove(page, 'r15', 'n9');
  });

  test('a piece can be dragged, and dropped where it cannot go stays', async ({ page }) => {
    await open(page);
    const from = await middle(page, 'r31');
    const to = await middle(page, 'r21');
    const hopeless = await middle(page, 'g53');
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...hopeless, { steps: 5 });
    await page.mouse.up();
    await expect(page.locator('[data-sent]')).toHaveAttribute('data-sent', '');
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
    await expectMove(page, 'r31', 'r21');
  });

  test('marks stay on their pieces over a reload', async ({ page }) => {
    await open(page);
    await page.mouse.click(...(await middle(page, 'p63')));
    await page.getByRole('button', { name: '师长', exact: true }).click();
    await page.getByRole('button', { name: '≥' }).click();
    await expect(page.locator('.siguo-board .mark')).toHaveText('≥师');
    await page.reload();
    await expect(page.locator('.siguo-board .mark')).toHaveText('≥师');
  });
});

test('the keyboard alone makes a move', async ({ page }) => {
  await open(page);
  await page.locator('[data-point="r13"]').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.siguo-board .target')).toHaveCount(13);
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^红15 锋 红方司令/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expectMove(page, 'r15', 'n9');
});

test.describe('with fingers on a 360 px phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });

  let cdp: CDPSession;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: Place[]): Promise<unknown> => {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id: id + 1 }));
    return cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const tap = async (x: number, y: number): Promise<void> => {
    await touch('touchStart', [x, y]);
    await touch('touchEnd');
  };
  test.beforeEach(async ({ page }) => {
    cdp = await page.context().newCDPSession(page);
    await open(page);
  });

  test('inexact taps make a move', async ({ page }) => {
    const [x, y] = await middle(page, 'r15');
    await tap(x + 9, y + 7);
    await expect(page.locator('.siguo-board .target')).toHaveCount(13);
    const [tx, ty] = await middle(page, 'n9');
    await tap(tx + 8, ty + 8);
    await expectMove(page, 'r15', 'n9');
  });

  test('two fingers zoom until the text is large, the page stays, a double tap resets', async ({ page }) => {
    await touch('touchStart', [170, 300]);
    await touch('touchStart', [170, 300], [190, 300]);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', [170 - step, 300], [190 + step, 300]);
    await touch('touchEnd');
    expect(await lens(page)).not.toBe(WHOLE);
    const sizes = await page
      .locator('.siguo-board .piece .name')
      .evaluateAll((names) =>
        names.map(
          (name) =>
            Number(name.getAttribute('font-size')) * ((name as SVGTextElement).getScreenCTM()?.a ?? 0),
        ),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);

    const before = await lens(page);
    await touch('touchStart', [200, 120]);
    for (let step = 1; step <= 5; step += 1) await touch('touchMove', [200, 120 + step * 10]);
    await touch('touchEnd');
    expect(await lens(page)).not.toBe(before);
    expect(await page.evaluate(() => [scrollX, scrollY, visualViewport?.scale])).toEqual([0, 0, 1]);

    await page.locator('[data-point="r53"]').focus();
    const [x, y] = await middle(page, 'n5');
    await tap(x, y);
    await tap(x + 1, y + 1);
    expect(await lens(page)).toBe(WHOLE);
  });

  test('each of the 129 points can be hit', async ({ page }) => {
    // A piece that may go everywhere; taps go beside the middle, as far as a finger may err between two points.
    await open(page, 'screen=table&bare&reach=all');
    const places = await page.locator('[data-point]').evaluateAll((nodes) =>
      nodes.map((node): [string, number, number] => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.getAttribute('data-point') ?? '', x + width / 2, y + height / 2];
      }),
    );
    expect(places).toHaveLength(129);
    const [, x, y] = places.find(([point]) => point === 'r15') ?? ['', 0, 0];
    const sent = page.locator('[data-sent]');
    for (const [to, tx, ty] of places.filter(([point]) => point !== 'r15')) {
      await tap(x, y);
      await tap(tx + 5, ty - 5);
      await expect(sent).toHaveAttribute('data-sent', new RegExp(`"from":"r15","to":"${to}"`));
    }
    expect(await page.evaluate(() => [scrollX, scrollY, visualViewport?.scale])).toEqual([0, 0, 1]);
  });

  test('a swipe on the board moves neither board nor page', async ({ page }) => {
    await touch('touchStart', [180, 250]);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', [180, 250 - step * 20]);
    await touch('touchEnd');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await lens(page)).toBe(WHOLE);
  });
});

test('a fight is shown along its way for a moment, unless motion is not wanted', async ({ browser }) => {
  for (const [reducedMotion, setting] of [
    ['no-preference', 'on'],
    ['no-preference', 'off'],
    ['reduce', 'on'],
  ] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    await page.addInitScript((value) => localStorage.setItem('siguo.motion', value), setting);
    await open(page, 'screen=board&bare&no=76');
    await page.locator('.scrub').focus();
    // What is drawn only for the moment: the fallen piece and the clash.
    await page.evaluate(() => {
      const effects = document.querySelector('.siguo-board .effects') as Element;
      const watch = new MutationObserver((changes) => {
        const shown = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
        if (shown === 0) return;
        const ends = document
          .getAnimations()
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime));
        document.body.dataset['lasts'] = String(Math.max(...ends));
      });
      watch.observe(effects, { childList: true });
    });
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-point="p53"]')).toHaveAttribute('aria-label', /红方工兵/);
    const lasts = await page.evaluate(() => Number(document.body.dataset['lasts'] ?? 0));
    if (reducedMotion === 'no-preference' && setting === 'on') {
      expect(lasts).toBeGreaterThanOrEqual(200);
      expect(lasts).toBeLessThanOrEqual(350);
      await expect(page.locator('.siguo-board .effects > *')).toHaveCount(0);
    } else {
      expect(lasts).toBe(0);
    }
    await context.close();
  }
});
