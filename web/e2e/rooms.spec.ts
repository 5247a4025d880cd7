/** Rooms of people's own: made, entered by link or password, seats changed, and the next game after the last. */

import { expect, test, type Person } from './harness';

async function create(person: Person, choose: () => Promise<void>): Promise<void> {
  const { page } = person;
  await page.goto('/');
  await page.getByRole('button', { name: '创建房间' }).click();
  await choose();
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/table\//);
  await person.until(() => person.phase === 'gathering');
}

const choice = (person: Person, group: string, name: string): Promise<void> =>
  person.page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();

const seat = (person: Person, name: string): ReturnType<Person['page']['getByRole']> =>
  person.page.getByRole('region', { name, exact: true });

test('four meet in a private room, change seats and host, and the fifth on the link watches', async ({
  arrive,
}) => {
  const host = await arrive('甲');
  await create(host, async () => {
    const dialog = host.page.getByRole('dialog', { name: '创建房间' });
    // A guest can't make it a ranked one, and is told why.
    await expect(dialog.getByRole('radio', { name: '计分局', exact: true })).toBeDisabled();
    await expect(dialog).toContainText('计分局要先注册');
    await choice(host, '谁能进来', '私密');
    await expect(dialog).toContainText('不列在大厅里');
  });
  await expect(seat(host, '红方')).toContainText('房主');
  const link = await host.page.getByRole('textbox', { name: '邀请链接' }).inputValue();

  // In no list.
  const second = await arrive('乙');
  await expect(second.page.getByRole('link', { name: '加入' })).toHaveCount(0);
  await second.page.goto(link);
  await expect(second.page.getByText('选一个座位坐下。')).toBeVisible();
  await seat(second, '紫方').getByRole('button', { name: '坐下' }).click();
  await second.until(() => second.snapshot.you.t === 'seat');

  // By consent they change seats; without it they don't.
  await seat(second, '红方').getByRole('button', { name: '换座' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: '不同意' }).click();
  await expect(second.page.getByText('红方没有同意换座')).toBeVisible();
  await seat(second, '红方').getByRole('button', { name: '换座' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: '同意', exact: true }).click();
  await host.until(() => host.snapshot.you.t === 'seat' && host.seat === 'purple');
  await seat(host, '蓝方').getByRole('button', { name: '换到这里' }).click();
  await host.until(() => host.seat === 'blue');

  // The host asks one to leave the seat, then lets another be host.
  await seat(host, '红方').getByRole('button', { name: '请离' }).click();
  await expect(second.page.getByText('房主请你离开了座位')).toBeVisible();
  const third = await arrive('丙');
  await third.page.goto(link);
  await seat(third, '红方').getByRole('button', { name: '坐下' }).click();
  await seat(host, '红方').getByRole('button', { name: '转让房主' }).click();
  await expect(seat(third, '红方')).toContainText('房主');
  await expect(host.page.getByRole('button', { name: '修改约定' })).toHaveCount(0);

  const fourth = await arrive('丁');
  await fourth.page.goto(link);
  await seat(fourth, '紫方').getByRole('button', { name: '坐下' }).click();
  const fifth = await arrive('戊');
  await fifth.page.goto(link);
  await seat(fifth, '绿方').getByRole('button', { name: '坐下' }).click();
  await Promise.all([host, third, fourth, fifth].map((one) => one.until(() => one.phase === 'arranging')));

  const late = await arrive('己');
  await late.page.goto(link);
  await expect(late.page.getByText('座位已满，你在观战').first()).toBeVisible();
  expect(late.snapshot.you).toEqual({ t: 'public' });
});

test('a room with a password is entered with it, and after a game comes another', async ({ arrive }) => {
  const host = await arrive('甲');
  await create(host, async () => {
    await choice(host, '玩法', '单挑');
    await choice(host, '谁能进来', '设密码');
    await host.page.getByRole('textbox', { name: '密码' }).fill('芝麻开门');
  });
  await host.page.getByRole('button', { name: '修改约定' }).click();
  await host.page.getByLabel('每步限时').selectOption('60');
  await host.page.getByRole('button', { name: '确定修改' }).click();
  await expect(host.page.getByText('每步限时 60 秒')).toBeVisible();

  const guest = await arrive('乙');
  await guest.page.getByRole('link', { name: '加入' }).click();
  await guest.page.getByRole('textbox', { name: '密码' }).fill('芝麻');
  await guest.page.getByRole('button', { name: '进入' }).click();
  await expect(guest.page.getByText('密码不对')).toBeVisible();
  await guest.page.getByRole('textbox', { name: '密码' }).fill('芝麻开门');
  await guest.page.getByRole('button', { name: '进入' }).click();
  await guest.page.getByRole('button', { name: '坐下' }).click();

  const both = [host, guest];
  for (const person of both) {
    await person.until(() => person.phase === 'arranging');
    await person.arrange('经典');
  }
  await Promise.all(both.map((one) => one.until(() => one.phase === 'playing')));
  await host.deed('求和', '对方同意就算和棋');
  await guest.page.getByRole('button', { name: '同意', exact: true }).click();
  await Promise.all(both.map((one) => one.until(() => one.phase === 'ended')));

  // Everybody stays seated; the next game begins when both want it.
  await host.page.getByRole('button', { name: '再来一局' }).first().click();
  await expect(guest.page.getByText('1/2 人要再来一局')).toBeVisible();
  await guest.page.getByRole('button', { name: '再来一局' }).first().click();
  await Promise.all(both.map((one) => one.until(() => one.phase === 'arranging')));
  await host.page.getByRole('button', { name: '退出' }).click();
  await host.page.getByRole('button', { name: '确定' }).click();
  await expect(host.page.getByRole('heading', { name: '房间' })).toBeVisible();
});
