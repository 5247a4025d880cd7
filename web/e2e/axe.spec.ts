/** Every page against WCAG 2.2 AA, by axe: light and dark, Chinese and English, at a desk and on a phone. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { Screen } from '../src/gallery/screens';
import { expect, test, type Person } from './harness';
import { begin, openRoom, playOn } from './harness/modes';
import { startPractice } from './harness/practice';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds, in a line each; empty where all is well. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}

/** Looks at what the page shows now, by day and by night. */
async function expectGood(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await faults(page), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** Of the gallery: a room in each phase, and the parts in all their states; the pages have the lists. */
const SCREENS: readonly Screen[] = [
  ...(['board', 'classic', 'arrange', 'table', 'offer', 'result', 'gathering'] as const),
  ...(['seats', 'words', 'results', 'parts', 'forms'] as const),
];

const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/', '四国军棋'],
  ['/login', '登录'],
  ['/register', '注册'],
  ['/leaderboard', '排行榜'],
  ['/layouts', '布局'],
  ['/replay', '打开棋谱文件'],
  ['/learn', '新手入门'],
  ['/account', '账号'],
  ['/people', '我的关注'],
  ['/rules', '规则'],
  ['/glossary', '术语'],
  ['/scores', '积分与军衔'],
  ['/nowhere', '没有这个页面'],
];

test('the pages', async ({ arrive }) => {
  const { page } = await arrive('读者');
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expectGood(page, path);
  }
});

test('the pages on a phone, in English, with the menu open', async ({ arrive }) => {
  const reader = await arrive('reader');
  const page = await reader.window({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  for (const [path] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectGood(page, `${path} on a phone`);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectGood(page, 'the menu');
  await page.context().close();
});

test('a person’s page and account', async ({ arrive }) => {
  const person = await arrive('老兵');
  await person.register();
  const { page } = person;
  await page.getByRole('button', { name: '菜单' }).click();
  await expectGood(page, 'the menu of an account');
  for (const path of ['/account', '/people']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectGood(page, path);
  }
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('link', { name: '个人主页' }).click();
  await expect(page.getByRole('heading', { name: '老兵' })).toBeVisible();
  await expectGood(page, 'the player');
});

test('the screens of a game', async ({ arrive }) => {
  // Twice as many looks as elsewhere.
  test.setTimeout(360_000);
  const { page } = await arrive('读者');
  for (const screen of SCREENS) {
    await page.goto(`/gallery?screen=${screen}`);
    await expect(page.locator(`[data-screen="${screen}"]`)).toBeAttached();
    await expectGood(page, screen);
  }
});

test('a room, the setting up, a game and its replay', async ({ arrive }) => {
  const guest: Person = await arrive('游客');
  const { page } = guest;
  await page.getByRole('button', { name: '创建房间' }).click();
  await expectGood(page, 'the dialog for a room');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.getByText('还缺 3 人')).toBeVisible();
  await expectGood(page, 'the gathering');

  const player = await arrive('棋手');
  await startPractice(player, '经典');
  await player.until(() => player.moves.length > 0);
  await expectGood(player.page, 'the table');
  await player.point(player.moves[0]?.from ?? '').focus();
  await player.page.keyboard.press('Enter');
  await player.page.keyboard.press('?');
  await expect(player.page.getByRole('dialog', { name: '键盘操作' })).toBeVisible();
  await expectGood(player.page, 'the keys');
  await player.page.keyboard.press('Escape');
  await player.ask('求和', '场上各家都同意才算和棋');
  await expectGood(player.page, 'the question before a draw');
  await player.page.keyboard.press('Escape');
  await player.deed('退出', '本局就此结束');
});

test('a flip game by house rules, at a desk and on a phone', async ({ arrive }) => {
  const people = [await arrive('甲'), await arrive('乙')] as const;
  const [red, blue] = people;
  await red.page.getByRole('button', { name: '创建房间' }).click();
  await red.page.getByRole('radiogroup', { name: '玩法' }).getByText('翻棋', { exact: true }).click();
  await red.page.locator('summary').click();
  await expectGood(red.page, 'the dialog with the house rules');
  await openRoom(people, { mode: '翻棋', house: ['炸弹满天飞'] });
  await begin(people);
  await playOn(people, 30);
  await expectGood(red.page, 'flip');
  const phone = await red.window({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' });
  await phone.goto(red.page.url());
  await expect(phone.locator('.siguo-board .piece').first()).toBeVisible();
  await expectGood(phone, 'flip on a phone');
  await phone.context().close();
  await red.deed('投降', '本局不计分');
  await blue.until(() => blue.phase === 'ended');
  await expectGood(blue.page, 'the end of flip');
});
