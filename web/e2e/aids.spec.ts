/** What a table helps with: moves chosen ahead, sounds, settings, marks, mute. */

import type { Page } from '@playwright/test';

import { expect, test, type Person } from './harness';
import { quietMove, startDuel } from './harness/duel';
import { heardBy, listenTo, putOutOfSight } from './harness/ears';
import { playUntil, startPractice } from './harness/practice';

const ILLEGAL = '预走的这一步走不成了，已取消';

const chosenAhead = (person: Person): ReturnType<Person['page']['locator']> =>
  person.page.locator('.siguo-board .way-ahead');

const moves = (person: Person): { from: string; to: string; after: number }[] =>
  person.sent.flatMap((command) => (command.t === 'move' ? [command.d] : []));

test('a move chosen ahead is made at once when it can be, and never sent when it cannot', async ({
  arrive,
}) => {
  const red = await arrive('甲');
  const blue = await arrive('乙');
  await startDuel(red, blue);
  const turnTo = async (person: Person, steps: number): Promise<void> =>
    person.until(() => person.view.steps === steps && person.moves.length > 0);

  await turnTo(red, 0);
  const first = quietMove(red);
  const [from, to] = quietMove(red, first);
  await red.move(...first);
  await turnTo(blue, 1);

  await test.step('made at once', async () => {
    await red.press(from);
    await red.press(to);
    await expect(chosenAhead(red)).toHaveCount(1);
    await expect(red.page.getByRole('status').filter({ hasText: '预走' })).toBeVisible();
    expect(moves(red)).toHaveLength(1);
    await blue.move(...quietMove(blue));
    await turnTo(blue, 3);
    expect(moves(red)).toEqual([
      expect.objectContaining({ after: 0 }),
      expect.objectContaining({ after: 2, from, to }),
    ]);
    await expect(chosenAhead(red)).toHaveCount(0);
  });

  await test.step('dropped with a word when it is illegal', async () => {
    // Through all of blue's left column, whose pieces will not be gone by then.
    await red.press('r15');
    await red.press('b51');
    await expect(chosenAhead(red)).toHaveCount(1);
    await blue.move(...quietMove(blue));
    await turnTo(red, 4);
    await expect(red.page.getByText(ILLEGAL)).toBeVisible();
    await expect(chosenAhead(red)).toHaveCount(0);
    expect(moves(red)).toHaveLength(2);
    await red.move(...quietMove(red));
    await turnTo(blue, 5);
  });

  await test.step('taken back by Escape and by a tap', async () => {
    for (const takeBack of [() => red.page.keyboard.press('Escape'), () => red.press('n5')]) {
      await red.press('r15');
      await red.press('n6');
      await expect(chosenAhead(red)).toHaveCount(1);
      await takeBack();
      await expect(chosenAhead(red)).toHaveCount(0);
    }
    await blue.move(...quietMove(blue));
    await turnTo(red, 6);
    expect(moves(red)).toHaveLength(3);
    await red.move(...quietMove(red));
    await turnTo(blue, 7);
  });

  await test.step('not offered when it is switched off', async () => {
    await red.page.getByRole('button', { name: '设置' }).click();
    await red.page.getByRole('switch', { name: '预走' }).uncheck();
    await red.page.keyboard.press('Escape');
    await red.press('r15');
    await expect(red.page.locator('.siguo-board .target')).toHaveCount(0);
  });
});

test('the turn is heard and shown in a tab out of sight, as loud as one likes', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await listenTo(page);
  await page.reload();
  await startPractice(guest, '经典');
  await expect.poll(async () => (await heardBy(page)).map(({ cue }) => cue)).toContain('start');
  // On one's own turn nothing moves meanwhile; the next own turn comes while the page is out of sight.
  await guest.until(() => guest.moves.length > 0);
  const { steps } = guest.view;
  await (await page.context().newPage()).bringToFront();
  await putOutOfSight(page);
  await playUntil(guest, steps + 1);
  await guest.until(() => guest.view.steps > steps && guest.moves.length > 0);
  await expect.poll(() => heardBy(page)).toContainEqual({ cue: 'turn', hidden: true });
  await expect(page).toHaveTitle(/^● 轮到你走/);
  expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/favicon-turn.svg');

  await test.step('nothing is played once sound is off', async () => {
    await page.getByRole('button', { name: '设置' }).click();
    await page.getByRole('switch', { name: '声音' }).uncheck();
    await page.keyboard.press('Escape');
    const before = (await heardBy(page)).length;
    const { steps } = guest.view;
    await playUntil(guest, steps + 1);
    await guest.until(() => guest.view.steps > steps && guest.moves.length > 0);
    expect(await heardBy(page)).toHaveLength(before);
  });
});

test('no sound file is loaded before somebody has touched the page', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wav')) loaded.push(request.url());
  });
  await startPractice(guest, '经典');
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
  loaded.length = 0;
  await page.reload();
  await guest.until(() => guest.phase === 'playing');
  await expect(page.getByText(/第 \d+ 步/).first()).toBeVisible();
  expect(loaded).toEqual([]);
  await page.mouse.click(5, 5);
  await expect.poll(() => loaded.length).toBeGreaterThan(10);
});

interface Shifted {
  readonly value: number;
  readonly what: readonly string[];
}

/** What has moved on a page since the last look. */
async function shiftsOf(page: Page): Promise<Shifted[]> {
  return page.evaluate(() => (window as unknown as { shifts: Shifted[] }).shifts.splice(0));
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifted[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          readonly value: number;
          readonly sources: readonly { readonly node: Node | null }[];
        };
        const what = sources.map(({ node }) =>
          node instanceof Element
            ? `${node.tagName}.${node.getAttribute('class') ?? ''}`
            : (node?.textContent ?? ''),
        );
        shifts.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

test('nothing on the page moves by itself over a whole game', async ({ arrive }) => {
  test.setTimeout(600_000);
  const guest = await arrive('游客');
  const { page } = guest;
  await watchShifts(page);
  await page.reload();
  await startPractice(guest, '闪电');
  const phone = await guest.window({ viewport: { width: 360, height: 740 } });
  await watchShifts(phone);
  await phone.goto(page.url());
  for (const one of [page, phone]) await expect(one.getByText(/第 \d+ 步/).first()).toBeVisible();
  await guest.until(() => guest.moves.length > 0);
  // What was laid out before the first move is not the game's.
  for (const one of [page, phone]) await shiftsOf(one);

  await playUntil(guest, 30);
  await guest.deed('投降', /对家/);
  await guest.until(() => guest.phase === 'ended', 400_000);
  for (const one of [page, phone]) {
    await expect(one.getByRole('button', { name: '看棋盘' })).toBeVisible();
    expect(await shiftsOf(one)).toEqual([]);
  }
});

test('who is muted stays muted over a reload, until one wants to hear them again', async ({ arrive }) => {
  const [red, blue] = [await arrive('甲'), await arrive('乙')];
  await startDuel(red, blue);
  const { page } = red;
  const name = (
    (await blue.page.evaluate(async () => (await fetch('/api/v1/me')).json())) as {
      account: { name: string };
    }
  ).account.name;
  const say = async (text: string): Promise<void> => {
    await blue.page.getByLabel('说点什么').fill(text);
    await blue.page.keyboard.press('Enter');
    await expect(blue.page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  };
  await say('第一句');
  await expect(page.getByText('第一句')).toBeVisible();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `屏蔽${name}` }).click();
  await expect(page.getByText('第一句')).toBeHidden();
  await page.reload();
  await expect(page.getByText(/第 \d+ 步/).first()).toBeVisible();
  await say('第二句');

  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消屏蔽' }).click();
  await page.keyboard.press('Escape');
  await say('第三句');
  await expect(page.getByText('第三句')).toBeVisible();
  // What was said meanwhile would be there by now.
  await expect(page.getByText('第二句')).toHaveCount(0);
});
