/** What keeps ranked games fair is said before it is felt: one browser, the same opponents, leaving. */

import { expect, test } from './harness';
import { Database } from './harness/database';
import { keepLayouts, setUp } from './harness/table';

const ONE_BROWSER = '同一浏览器登录过的两个账号不能进同一计分局';

test('two accounts of one browser are in no ranked game together', async ({ arrive }) => {
  const second = await arrive('分身');
  const first = await arrive('本尊');
  await first.register();
  // The same browser, another account.
  await first.page.getByRole('button', { name: '菜单' }).click();
  await first.page.getByRole('button', { name: '退出登录' }).click();
  await expect(first.page.getByRole('banner')).toContainText('游客');
  await second.register();
  await second.page.getByRole('button', { name: '菜单' }).click();
  await second.page.getByRole('button', { name: '退出登录' }).click();
  await expect(second.page.getByRole('banner')).toContainText('游客');
  await first.logInAs(second.name);
  await second.logInAs(first.name);

  // Not as partners in the line …
  await first.page.goto('/');
  await second.page.goto('/');
  await first.page.getByRole('button', { name: '找对家一起排队' }).click();
  await first.page.getByRole('textbox', { name: '对方的名字' }).fill(first.name);
  await first.page.getByRole('button', { name: '邀请', exact: true }).click();
  await second.page.getByRole('button', { name: '同意', exact: true }).click();
  await first.page.getByRole('button', { name: '两人一起匹配' }).click();
  await expect(first.page.getByText(ONE_BROWSER)).toBeVisible();
  await first.page.getByRole('button', { name: '不再结伴' }).click();

  // … and not at a ranked table.
  await first.page.getByRole('button', { name: '创建房间' }).click();
  await first.page.getByRole('dialog').getByText('计分局', { exact: true }).click();
  await first.page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(first.page).toHaveURL(/\/table\//);
  await second.page.goto(first.page.url());
  await second.page.getByRole('button', { name: '坐下' }).first().click();
  await expect(second.page.getByText(ONE_BROWSER)).toBeVisible();
});

test('the eleventh duel of a day says before and after that it does not score', async ({
  arrive,
  server,
}) => {
  const people = [await arrive('老对手'), await arrive('旧相识')] as const;
  for (const person of people) await person.register();
  await keepLayouts(people);
  new Database(server.database).haveMet(people[0].name, people[1].name, 10);
  for (const person of people) await person.quickMatch('单挑');
  // They wait for others first.
  for (const { page } of people) {
    const dialog = page.getByRole('dialog', { name: '这一局你不计分' });
    await expect(dialog).toContainText('24 小时内计分已满 10 局', { timeout: 90_000 });
    await dialog.getByRole('button', { name: '照下' }).click();
  }
  const [leaver, stayer] = people;
  await expect(leaver.page.getByText('这一局你不计分：24 小时内与对手计分已满 10 局。')).toBeVisible();
  await setUp(people);
  await leaver.deed('退出', '退出即判负');
  await stayer.until(() => stayer.frames.some(({ t }) => t === 'scores'));
  const panel = stayer.page.getByRole('region', { name: '对局结果' });
  await expect(panel.locator(`li.${stayer.seat} .score`)).toHaveText('0 0 → 0');
  await expect(panel.locator(`li.${leaver.seat}`)).toContainText(
    '与对手 24 小时内计分已满 10 局，本局不计分',
  );
});

test('who has left a ranked game is told until when there is no other', async ({ arrive, server }) => {
  const person = await arrive('逃兵');
  await person.register();
  // A server that has just started excuses whoever leaves.
  new Database(server.database).hasFled(person.name);
  await person.page.goto('/');
  await expect(person.page.getByText(/因逃跑，.* 之前不能下计分局/)).toBeVisible();
  await expect(person.page.getByRole('button', { name: '快速匹配' })).toBeDisabled();
});
