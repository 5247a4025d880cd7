/** One's own account: its password, its logins, what it keeps for every device, and its end. */

import { expect, test, type Person } from './harness';
import { PASSWORD } from './harness/person';
import { startPractice } from './harness/practice';

const NEW_PASSWORD = 'another horse, another battery';

async function openAccount({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('link', { name: '账号' }).click();
  await expect(page.getByRole('heading', { name: '账号' })).toBeVisible();
}

/** Somebody at two devices. */
async function twice(arrive: (name: string) => Promise<Person>, name: string): Promise<[Person, Person]> {
  const [here, there] = [await arrive(name), await arrive(name)];
  await here.register();
  await there.logInAs(name);
  return [here, there];
}

test('a changed password ends the other logins, and the list shows and ends each', async ({ arrive }) => {
  const [here, there] = await twice(arrive, '换锁人');
  await openAccount(here);
  const logins = here.page.getByRole('region', { name: '登录的设备' });
  await expect(logins.getByRole('listitem')).toHaveCount(2);
  await expect(logins).toContainText('Chrome · Linux 这一个');
  await logins.getByRole('button', { name: '退出', exact: true }).click();
  await expect(logins.getByRole('listitem')).toHaveCount(1);
  // Told at once, on whatever page.
  await expect(there.page.getByText('登录已失效')).toBeVisible();
  // Nothing of what was seen stays.
  await expect(there.page).toHaveURL(/\/login$/);
  await expect(there.page.getByRole('banner')).not.toContainText(here.name);

  await there.logInAs(here.name);
  const form = here.page.getByRole('region', { name: '修改密码' });
  await form.getByLabel('现在的密码').fill('not this one');
  await form.getByLabel('新密码').fill(NEW_PASSWORD);
  await form.getByRole('button', { name: '修改密码' }).click();
  await expect(form.getByLabel('现在的密码')).toHaveAccessibleDescription('密码不对。');
  await form.getByLabel('现在的密码').fill(PASSWORD);
  await form.getByRole('button', { name: '修改密码' }).click();
  await expect(form.getByText('密码已修改，其他登录都已退出。')).toBeVisible();
  await expect(there.page.getByText('登录已失效')).toBeVisible();
  await here.page.reload();
  await expect(here.page.getByRole('banner')).toContainText(here.name);

  await there.page.goto('/login');
  await there.page.getByLabel('名字').fill(here.name);
  await there.page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await there.page.locator('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect(there.page.getByText('名字或密码不对。')).toBeVisible();
});

test('preferences go along to another device', async ({ arrive }) => {
  const here = await arrive('随身带');
  await here.register();
  await openAccount(here);
  const choose = async (group: string, name: string): Promise<void> => {
    const saved = here.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await here.page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
    expect((await saved).ok()).toBe(true);
  };
  await choose('棋子文字', '数字');
  await choose('走子确认', '再点一次才走');
  await choose('语言', 'English');

  const there = await arrive('another device');
  await there.page.goto('/login');
  await there.page.getByLabel('名字').fill(here.name);
  await there.page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await there.page.locator('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect(there.page.getByRole('heading', { name: 'Rooms' })).toBeVisible();
  await there.page.goto('/account');
  await expect(there.page.getByRole('radio', { name: 'Numbers' })).toBeChecked();
  await expect(there.page.getByRole('radio', { name: 'Ask first' })).toBeChecked();
});

test('what was chosen before logging in is told to the account, and two devices add up', async ({
  arrive,
}) => {
  const [here, there] = [await arrive('两台机'), await arrive('另一台')];
  const choose = async ({ page }: Person, group: string, name: string): Promise<void> => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
    expect((await saved).ok()).toBe(true);
  };
  await here.register();
  // As a guest, before anybody logs in there.
  await openAccount(there);
  await choose(there, '棋子文字', '数字');
  await there.logInAs(here.name);
  await openAccount(there);
  await openAccount(here);
  await choose(here, '走子确认', '再点一次才走');
  await choose(there, '语言', 'English');

  // Neither took anything back from the other.
  for (const { page } of [here, there]) {
    await page.goto('/account');
    await expect(page.getByRole('radio', { name: 'Numbers' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Ask first' })).toBeChecked();
  }
});

test('a deleted account leaves its games under no name', async ({ arrive }) => {
  const person = await arrive('过客');
  const { page } = person;
  await person.register();
  await page.goto('/');
  await startPractice(person, '经典');
  await openAccount(person);
  const attempt = async (password: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: '注销账号' });
    await expect(dialog).toContainText('下过的棋都留着');
    await dialog.getByLabel('输入密码以确认').fill(password);
    await dialog.getByRole('button', { name: '永久注销' }).click();
  };
  await page.getByRole('button', { name: '注销账号' }).click();
  await attempt('not this one');
  await expect(page.getByText('密码不对。')).toBeVisible();
  await attempt(PASSWORD);
  await expect(page.getByText('你还在一局棋中，下完或退出后才能注销。')).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();

  await page.getByRole('link', { name: '回到棋局' }).click();
  await person.deed('退出', '本局就此结束，不计分。');
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('link', { name: '个人主页' }).click();
  await page.locator('li').getByRole('link', { name: '复盘', exact: true }).click();
  await expect(page).toHaveURL(/\/games\//);
  const game = page.url();
  await expect(page.locator('main').getByText(person.name).first()).toBeVisible();

  await openAccount(person);
  await page.getByRole('button', { name: '注销账号' }).click();
  await attempt(PASSWORD);
  await expect(page.getByRole('banner')).toContainText('游客');
  await page.goto(game);
  await expect(page.locator('main').getByText('已注销').first()).toBeVisible();
  await expect(page.locator('main').getByText(person.name)).toHaveCount(0);
  await page.locator('main').getByRole('link', { name: '已注销' }).first().click();
  await expect(page.getByRole('heading', { name: '已注销' })).toBeVisible();
  await expect(page.getByText('这个账号已注销，下过的棋都还在。')).toBeVisible();

  // Nobody else gets the name for a while.
  await page.goto('/register');
  await page.getByLabel('名字').fill(person.name);
  await page.getByLabel('密码').first().fill(PASSWORD);
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await expect(page.getByLabel('名字')).toHaveAttribute('aria-invalid', 'true');
});
