/** A player's page, following and not wanting to hear somebody. */

import { expect, test, type Person } from './harness';
import { Database } from './harness/database';
import { keepLayouts, setUp } from './harness/table';

async function pageOf(person: Person, of: Person): Promise<void> {
  await person.page.goto('/people');
  await person.page.getByRole('searchbox').fill(of.name.slice(0, 1));
  await person.page.keyboard.press('Enter');
  await person.page.getByRole('search').locator('..').getByRole('link', { name: of.name }).click();
  await expect(person.page.getByRole('heading', { name: of.name })).toBeVisible();
}

test('a page shows the score, the record, the company and the games, picked and paged', async ({
  arrive,
  server,
}) => {
  const database = new Database(server.database);
  const people = [await arrive('赵云'), await arrive('马超')] as const;
  for (const person of people) await person.register();
  await keepLayouts(people);
  for (const person of people) await person.quickMatch('单挑');
  await setUp(people);
  const [stayer, leaver] = people;
  const passer = await arrive('路人');
  await pageOf(passer, stayer);
  await expect(passer.page.getByText('正在下棋')).toBeVisible();
  await passer.page.locator('main').getByRole('link', { name: '观战' }).click();
  await expect(passer.page).toHaveURL(/\/table\//);

  await leaver.deed('退出', '退出即判负');
  await stayer.until(() => stayer.frames.some(({ t }) => t === 'scores'));
  database.repeatLastGame(24, stayer.seat);

  await pageOf(leaver, stayer);
  const { page } = leaver;
  await expect(page.getByRole('img', { name: /积分走势.*25 局/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: '胜负统计' }).getByRole('row', { name: /两人局/ }),
  ).toContainText('1');
  await page.getByRole('radiogroup', { name: '常在一起下的人' }).getByText('对手').click();
  await expect(page.getByRole('region', { name: '常在一起下的人' })).toContainText(
    '马超 25 局 · 13 胜 12 负 0 和',
  );

  const games = page.getByRole('region', { name: '对局记录' });
  await expect(games.getByRole('link', { name: '复盘' })).toHaveCount(20);
  await games.getByRole('button', { name: '更多' }).click();
  await expect(games.getByRole('link', { name: '复盘' })).toHaveCount(25);
  await expect(games.getByRole('button', { name: '更多' })).toHaveCount(0);
  await games.getByLabel('对局结果').selectOption('负');
  await expect(games.getByRole('link', { name: '复盘' })).toHaveCount(12);
  await games.getByLabel('人数').selectOption('四人局');
  await expect(games.getByText('没有这样的对局。')).toBeVisible();
  await games.getByLabel('人数').selectOption('两人局');
  await games.getByLabel('对局结果').selectOption('胜');
  await games.getByLabel('计分').selectOption('计分局');
  await expect(games.getByRole('link', { name: '复盘' })).toHaveCount(13);
  await games.getByRole('link', { name: '复盘' }).first().click();
  await expect(page).toHaveURL(/\/games\//);
});

test('whom one follows is listed with what they do, and is invited from there', async ({ arrive }) => {
  const people = [await arrive('关羽'), await arrive('张飞')] as const;
  for (const person of people) await person.register();
  const [one, other] = people;
  await pageOf(one, other);
  const { page } = one;
  await expect(page.getByText('在线', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '关注', exact: true }).click();
  await expect(page.getByRole('button', { name: '取消关注' })).toBeVisible();

  await page.goto('/people');
  const list = page.getByRole('region', { name: '我的关注' });
  await expect(list.getByRole('listitem')).toContainText('张飞');
  await list.getByRole('button', { name: '邀请做对家' }).click();
  await expect(list).toContainText('已邀请张飞，等待回应');
  await other.page.getByRole('button', { name: /^不同意/ }).click();
  await expect(page.getByText('张飞没有同意')).toBeVisible();

  await other.page.goto('/');
  await other.page.getByRole('button', { name: '开始', exact: true }).click();
  await other.until(() => other.phase === 'arranging');
  await other.arrange('经典');
  await other.until(() => other.phase === 'playing');
  await page.reload();
  await expect(list).toContainText('正在下棋');
  await list.getByRole('button', { name: '取消关注' }).click();
  await expect(list).toContainText('还没有关注谁');
});

test('a page left open asks for nothing but where its player is', async ({ arrive }) => {
  const [one, other] = [await arrive('吕蒙'), await arrive('陆逊')];
  await other.register();
  const { page } = one;
  await page.clock.install();
  await pageOf(one, other);
  await expect(page.getByText('在线', { exact: true })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await other.leave();
  // The server waits a moment before it takes a player for gone.
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(page.getByText('不在线', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  const about = asked.filter((path) => path.includes('/players/'));
  expect(about.length).toBeGreaterThan(0);
  expect(about.filter((path) => !path.endsWith('/whereabouts'))).toEqual([]);
});

test('whoever is muted is not heard, and is not told', async ({ arrive }) => {
  const people = [await arrive('曹操'), await arrive('刘备')] as const;
  for (const person of people) await person.register();
  const [one, other] = people;
  await pageOf(one, other);
  await one.page.getByRole('button', { name: '屏蔽' }).click();
  await expect(one.page.getByText('屏蔽后，对方不会被抽作你的对家')).toBeVisible();

  await one.page.goto('/');
  await one.page.getByRole('button', { name: '创建房间' }).click();
  await one.page.getByRole('button', { name: '创建', exact: true }).click();
  await one.until(() => one.phase === 'gathering');
  await other.page.goto(one.page.url());
  await other.page.getByRole('button', { name: '坐下' }).first().click();
  await other.until(() => other.snapshot.you.t === 'seat');
  const say = async ({ page }: Person, text: string): Promise<void> => {
    await page.getByLabel('说点什么').fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  };
  await say(other, '听得见吗');
  await say(one, '我先说一句');
  await expect(other.page.getByRole('listitem').filter({ hasText: '我先说一句' })).toBeVisible();
  // What was said earlier would be there by now.
  await expect(one.page.getByText('听得见吗')).toHaveCount(0);

  await one.page.getByRole('button', { name: '菜单' }).click();
  await one.page.getByRole('link', { name: '我的关注' }).click();
  const muted = one.page.getByRole('region', { name: '屏蔽的人' });
  await expect(muted).toContainText('刘备');
  await muted.getByRole('button', { name: '取消屏蔽' }).click();
  await expect(muted).toContainText('没有屏蔽谁');
});

test('whoever is muted at a table is muted for the account, a guest’s too', async ({ arrive }) => {
  const [host, guest] = [await arrive('孙权'), await arrive('路过的人')];
  await host.register();
  const { page } = guest;
  await host.page.goto('/');
  await host.page.getByRole('button', { name: '创建房间' }).click();
  await host.page.getByRole('button', { name: '创建', exact: true }).click();
  await host.until(() => host.phase === 'gathering');
  await page.goto(host.page.url());
  await guest.until(() => guest.phase === 'gathering');
  const say = async (text: string): Promise<void> => {
    await host.page.getByLabel('说点什么').fill(text);
    await host.page.keyboard.press('Enter');
    await expect(host.page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  };
  await say('第一句');
  const line = page.getByRole('listitem').filter({ hasText: '第一句' });
  await line.getByRole('button', { name: '孙权' }).click();
  await line.getByRole('button', { name: '屏蔽孙权' }).click();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('button', { name: '取消屏蔽' })).toBeVisible();
  await say('第二句');

  // The account keeps it: the page comes without those lines, and the list is on the page of people.
  await page.reload();
  await guest.until(() => guest.phase === 'gathering');
  await expect(page.getByText('还没有人说话')).toBeVisible();
  await page.goto('/people');
  const muted = page.getByRole('region', { name: '屏蔽的人' });
  await muted.getByRole('button', { name: '取消屏蔽' }).click();
  await expect(muted).toContainText('没有屏蔽谁');
  await page.goto(host.page.url());
  await expect(page.getByText('第二句')).toBeVisible();
});
