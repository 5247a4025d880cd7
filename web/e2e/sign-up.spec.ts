/** A guest becomes somebody in mid-game and stays at the table; where registering needs a code or is closed, that is said. */

import { expect, test, type Person } from './harness';
import { inspect } from './harness/frames';
import { PASSWORD } from './harness/person';
import { playUntil, startPractice } from './harness/practice';

/** Fills in the small form. */
async function signUp({ page, name }: Person): Promise<void> {
  const form = page.getByRole('dialog', { name: '注册' });
  await form.getByLabel('名字').fill(name);
  await form.getByLabel('密码').first().fill(PASSWORD);
  await form.getByRole('button', { name: '注册', exact: true }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText(name);
}

test('a guest signs up in mid-game and keeps seat, game and history', async ({ arrive }) => {
  const guest = await arrive('半路人');
  const { page } = guest;
  await expect(page.getByText(/游客身份只在这个浏览器里/)).toBeVisible();
  await startPractice(guest, '闪电');
  await playUntil(guest, 8);
  const { seat } = guest;
  const { steps } = guest.view;
  const address = page.url();

  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('button', { name: '注册', exact: true }).first().click();
  await signUp(guest);
  expect(page.url()).toBe(address);
  await playUntil(guest, steps + 8);
  expect([guest.seat, guest.phase]).toEqual([seat, 'playing']);
  // The new login leads back to the table, too.
  const { length } = guest.frames;
  await page.reload();
  await guest.until(() => guest.frames.slice(length).some(({ t }) => t === 'room'));
  expect([guest.seat, guest.phase]).toEqual([seat, 'playing']);

  await guest.deed('退出', '本局就此结束，不计分。');
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('link', { name: '个人主页' }).click();
  await expect(page.getByRole('heading', { name: guest.name })).toBeVisible();
  await expect(page.getByRole('link', { name: '复盘', exact: true }).last()).toBeVisible();
  await expect(page.locator('li .outcome')).toHaveCount(1);
  inspect(guest.frames);
});

test('a guest in a room signs up from the table and is still in the seat', async ({ arrive }) => {
  const host = await arrive('房东');
  const { page } = host;
  await page.getByRole('button', { name: '创建房间' }).click();
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await host.until(() => host.phase === 'gathering');
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await signUp(host);
  const seat = page.getByRole('region', { name: '红方', exact: true });
  await expect(seat).toContainText('房主');
  await expect(page.getByRole('button', { name: '修改约定' })).toBeVisible();
  expect(host.seat).toBe('red');
});

test.describe('where a code is needed', () => {
  test.use({ settings: ['--registration', 'invite'] });

  test('each is worth one account, and what is wrong is said at the field', async ({ arrive, server }) => {
    const code = server.invite();
    const first = await arrive('有码人');
    const { page } = first;
    const register = async (name: string, with_: string): Promise<void> => {
      await page.goto('/register');
      await page.getByLabel('名字').fill(name);
      await page.getByLabel('密码').first().fill(PASSWORD);
      await page.getByLabel('邀请码').fill(with_);
      await page.getByRole('button', { name: '注册', exact: true }).click();
    };
    await register(first.name, 'nonsense');
    await expect(page.getByLabel('邀请码')).toHaveAccessibleDescription('邀请码不对，或者已经用过。');
    await register(first.name, code);
    await expect(page.getByRole('banner')).toContainText(first.name);

    await page.getByRole('button', { name: '菜单' }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByRole('banner')).toContainText('游客');
    await register('后来人', code);
    await expect(page.getByText('邀请码不对，或者已经用过。')).toBeVisible();
  });
});

test.describe('where it is closed', () => {
  test.use({ settings: ['--registration', 'closed'] });

  test('that is said, and guests play', async ({ arrive }) => {
    const guest = await arrive('来晚了');
    await guest.page.goto('/register');
    await expect(guest.page.getByText('这里暂不开放注册。')).toBeVisible();
    await expect(guest.page.getByLabel('密码')).toHaveCount(0);
    await guest.page.goto('/');
    await startPractice(guest, '经典');
  });
});
