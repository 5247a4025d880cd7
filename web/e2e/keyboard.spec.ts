/** A whole game without a mouse, and what a screen reader is given of it. */

import type { Page } from '@playwright/test';

import { expect, test, type Person } from './harness';
import { zh as access } from '../src/access/zh';
import { spoken } from '../src/access/herald';
import { logEntries } from '../src/game/log';
import { zh } from '../src/i18n/zh';

const OWN_MOVES = 40;
/** No page needs more steps than this from one thing to another. */
const FAR = 120;

const keys = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};

/** What has the focus, as it is called. */
function focused(page: Page): Promise<{ role: string; name: string; point: string | null }> {
  return page.evaluate(() => {
    const here = document.activeElement;
    return {
      role: here?.getAttribute('role') ?? here?.tagName.toLowerCase() ?? '',
      name: (here?.getAttribute('aria-label') ?? here?.textContent ?? '').trim(),
      point: here?.getAttribute('data-point') ?? null,
    };
  });
}

/** Goes by Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < FAR; step += 1) {
    const here = await focused(page);
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab leads nowhere called ${String(name)}`);
}

/** Keeps what is put into the live regions, in order. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: [string, string][] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        for (const node of addedNodes) {
          const region = (target instanceof Element ? target : target.parentElement)?.closest(
            '[aria-live], [role="log"], [role="alert"], [role="status"]',
          );
          const how = region?.getAttribute('role') ?? region?.getAttribute('aria-live');
          if (how !== null && how !== undefined && node.textContent)
            said.push([how, node.textContent.trim()]);
        }
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
}

const saidOn = (page: Page): Promise<[how: string, text: string][]> =>
  page.evaluate(() => (window as unknown as { said: [string, string][] }).said);

async function lastSaid(page: Page): Promise<string> {
  return (await saidOn(page)).at(-1)?.[1] ?? '';
}

/** Every node that assistive technology is given, as role and name. */
async function tree(page: Page): Promise<{ role: string; name: string; ignored: boolean }[]> {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  return nodes.map(({ role, name, ignored }) => ({
    role: String(role?.value ?? ''),
    name: String(name?.value ?? ''),
    ignored,
  }));
}

const ownMoves = (person: Person): number =>
  person.frames.filter(
    (frame) =>
      frame.t === 'event' && frame.d.event.action.t === 'move' && frame.d.event.action.d.seat === person.seat,
  ).length;

test('a game against bots is set up, played and given up by keyboard alone', async ({ arrive }) => {
  test.setTimeout(600_000);
  const guest = await arrive('游客');
  const { page } = guest;
  await page.reload();
  await listen(page);

  // From the lobby: the first thing Tab meets leads past the head line.
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe(zh.pages.skip);
  await page.keyboard.press('Enter');
  await tabTo(page, '开始');
  await page.keyboard.press('Enter');
  await guest.until(() => guest.phase === 'arranging');

  // Setting up: a layout, then two pieces exchanged by their points' names.
  await tabTo(page, '经典');
  await page.keyboard.press('Enter');
  const own = guest.seat.charAt(0);
  await page.keyboard.press('Shift+Tab');
  for (let step = 0; step < FAR && (await focused(page)).point === null; step += 1)
    await page.keyboard.press('Shift+Tab');
  await keys(page, '5', '2');
  expect((await focused(page)).point).toBe(`${own}52`);
  await keys(page, 's');
  expect(await lastSaid(page)).toContain('司令');
  await keys(page, 'Enter');
  expect(await lastSaid(page)).toContain('再选一个棋子对换');
  await keys(page, '1', '2', 'Enter');
  expect(await lastSaid(page)).toContain('已对换');
  expect((await focused(page)).name).toMatch(/司令/);
  const field = await tree(page);
  expect(field.filter(({ role, ignored }) => role === 'gridcell' && !ignored)).toHaveLength(30);

  await tabTo(page, zh.arrange.ready);
  await page.keyboard.press('Enter');
  await guest.until(() => guest.phase === 'playing');

  // The keyboard goes on at the board.
  await expect.poll(async () => (await focused(page)).point).not.toBeNull();
  const board = await tree(page);
  const cells = board.filter(({ role, ignored }) => role === 'gridcell' && !ignored);
  expect(cells).toHaveLength(129);
  expect(board.filter(({ role }) => role === 'row')).toHaveLength(17);
  for (const { name } of cells) expect(name).toMatch(/^(红|紫|蓝|绿|九宫)\d+ /);
  expect(cells.filter(({ name }) => name.includes(`${zh.seats[guest.seat]}司令`))).toHaveLength(1);
  // What is drawn is not heard a second time.
  expect(
    board.filter(({ role, name, ignored }) => role === 'StaticText' && name === '司令' && !ignored),
  ).toEqual([]);

  for (let made = 0; made < OWN_MOVES; made = ownMoves(guest)) {
    const over = (): boolean =>
      guest.phase !== 'playing' || guest.view.out.some(({ seat }) => seat === guest.seat);
    await guest.until(() => over() || guest.moves.length > 0);
    if (over()) break;
    await expect(page.locator('[role="gridcell"][aria-label$="可走"]').first()).toBeAttached();
    // To a piece that can move; what it can do is asked, then it goes to one of its targets.
    for (let step = 0; step <= made % 5; step += 1) await page.keyboard.press('PageDown');
    const from = (await focused(page)).point ?? '';
    const targets = guest.moves.find((move) => move.from === from)?.to;
    expect(targets, `${from} can move`).toBeDefined();
    await page.keyboard.press('m');
    expect(await lastSaid(page)).toContain(`可到 ${targets?.length ?? 0} 处`);
    await page.keyboard.press('Enter');
    for (let step = 0; step <= made % 3; step += 1) await page.keyboard.press('PageDown');
    const to = (await focused(page)).point ?? '';
    expect(targets).toContain(to);
    const before = guest.view.steps;
    await page.keyboard.press('Enter');
    await guest.until(() => guest.phase !== 'playing' || guest.view.steps > before);
  }

  if (ownMoves(guest) >= OWN_MOVES) {
    // Elsewhere and back, and questions about the game.
    await keys(page, 'n', '5');
    expect((await focused(page)).name).toMatch(/^九宫5 天元 /);
    await keys(page, 't');
    expect(await lastSaid(page)).toMatch(/第 \d+ 步/);
    await keys(page, 'c');
    await expect(page.getByLabel(zh.talk.say)).toBeFocused();
    await page.keyboard.type('大家好');
    await page.keyboard.press('Enter');
    await guest.until(() =>
      guest.snapshot.talk.some(({ words }) => words.t === 'text' && words.d === '大家好'),
    );
    await page.keyboard.press('Escape');
    expect((await focused(page)).point).toBe('n5');
    await keys(page, 'd');
    await tabTo(page, zh.deeds.surrender);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect((await focused(page)).name).toBe(zh.deeds.surrender);
    await page.keyboard.press('Enter');
    await tabTo(page, zh.deeds.confirm);
    await page.keyboard.press('Enter');
    await guest.until(() => guest.view.out.some(({ seat }) => seat === guest.seat));
  } else {
    expect(guest.phase === 'ended' || guest.view.out.some(({ seat }) => seat === guest.seat)).toBe(true);
  }

  // Every event was told, once, in the words of the list of steps.
  const { events } = guest;
  const entries = logEntries(events, guest.snapshot.options.rules, zh).map((entry) => spoken(entry, access));
  await expect
    .poll(async () => (await saidOn(page)).some(([, text]) => text.includes(entries.at(-1) ?? '')))
    .toBe(true);
  const told = (await saidOn(page))
    .filter(([how]) => how === 'log' || how === 'alert')
    .map(([, text]) => text);
  let rest = told.join('\n');
  let between = '';
  for (const entry of entries) {
    const at = rest.indexOf(entry);
    expect(at, entry).toBeGreaterThanOrEqual(0);
    between += rest.slice(0, at);
    rest = rest.slice(at + entry.length);
  }
  expect(between + rest).not.toMatch(new RegExp(`方 \\S+ ${access.goesTo} `));
  // The own turn is told at once, as often as it came.
  const turns = told.filter((text) => text.endsWith(zh.table.yourTurn)).length;
  expect(turns).toBeGreaterThanOrEqual(ownMoves(guest) - 1);
});
