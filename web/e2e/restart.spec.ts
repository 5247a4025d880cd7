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
  for (const { page } of [player, waiting]) await expect(page.getByText(/服务器 0:0\d 后重启/)).toBeVisible();
  await expect(waiting.page.getByText('服务器重启后自动重新排队')).toBeVisible();
  await ended;
  for (const { page } of [player, waiting]) await expect(page.getByText('服务器正在重启')).toBeVisible();

  await server.up();
  await expect(waiting.page.getByText('服务器重启过，已重新排队')).toBeVisible();
  for (const { page } of [player, waiting]) await expect(page.getByText('服务器正在重启')).toHaveCount(0);
  await playUntil(player, player.view.steps + 4);
});
