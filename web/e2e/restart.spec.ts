/** A restart of the server, as those see it who are there. */

import { expect, test } from './harness';
import { playUntil, startPractice } from './harness/practice';

test('a restart is announced, the game goes on after it, and who waited waits again', async ({
  arrive,
  server,
}) => {
  const player = await arrive('游客');
  await startPractice(player, '闪电');
  await playUntil(player, 4);
  const waiting = await arrive('青山');
  await waiting.register();
  await waiting.quickMatch();
  await expect(waiting.page.getByText('匹配中', { exact: true })).toBeVisible();

  const ended = server.drain(5);
  for (const { page } of [player, waiting])
    await expect(page.getByText(/服务器将在 \d 秒后重启/)).toBeVisible();
  await expect(waiting.page.getByText('服务器重启后自动重新排队')).toBeVisible();
  await ended;
  for (const { page } of [player, waiting]) await expect(page.getByText('服务器正在重启')).toBeVisible();

  await server.up();
  await expect(waiting.page.getByText('服务器重启过，已重新排队')).toBeVisible();
  for (const { page } of [player, waiting]) await expect(page.getByText('服务器正在重启')).toHaveCount(0);
  await playUntil(player, player.view.steps + 4);
});

test('a room that closed with the server is opened again by its host, as it was', async ({
  arrive,
  server,
}) => {
  const host = await arrive('甲');
  await host.page.getByRole('button', { name: '创建房间' }).click();
  const choose = (group: string, name: string): Promise<void> =>
    host.page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
  await choose('玩法', '单挑');
  await choose('谁能进来', '私密');
  await host.page.getByRole('button', { name: '创建', exact: true }).click();
  await host.until(() => host.phase === 'gathering');
  const before = host.snapshot;
  const guest = await arrive('乙');
  await guest.page.goto(host.page.url());
  await guest.until(() => guest.phase === 'gathering');

  await server.down();
  const again = { name: '再开一间同样的房间' };
  for (const { page } of [host, guest])
    await expect(page.getByRole('heading', { name: '服务器重启，房间已关闭' })).toBeVisible();
  await expect(host.page.getByRole('button', again)).toBeDisabled();
  await expect(guest.page.getByRole('button', again)).toHaveCount(0);

  await server.up();
  await host.page.getByRole('button', again).click();
  await host.until(() => host.phase === 'gathering' && host.snapshot.room !== before.room);
  expect(host.snapshot.options).toEqual(before.options);
  expect(host.snapshot.you).toEqual(before.you);
  await expect(host.page).toHaveURL(`/table/${host.snapshot.room}`);
});
