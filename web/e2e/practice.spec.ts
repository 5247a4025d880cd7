import { expect, test } from './harness';
import { inspect } from './harness/frames';
import { playUntil, startPractice } from './harness/practice';

test('a guest sets up by hand, plays three bots and gives up', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await page.getByRole('button', { name: '开始', exact: true }).click();
  await guest.until(() => guest.phase === 'arranging');
  await page.getByRole('button', { name: '经典', exact: true }).click();

  // The commander to the front: by tap and tap. A bomb there is a fault, told in words.
  const letter = guest.seat.charAt(0);
  for (const spot of ['52', '12']) await guest.point(letter + spot).click({ force: true });
  await expect(guest.point(`${letter}12`)).toHaveAttribute('aria-label', /司令/);
  for (const spot of ['32', '13']) await guest.point(letter + spot).click({ force: true });
  await expect(page.getByText('炸弹不能放在第一排。')).toBeVisible();
  await expect(page.getByRole('button', { name: '开始', exact: true })).toBeDisabled();
  for (const spot of ['13', '32']) await guest.point(letter + spot).click({ force: true });
  await page.getByRole('button', { name: '开始', exact: true }).click();
  await guest.until(() => guest.phase === 'playing');
  expect(guest.view.pieces).toContainEqual({ at: `${letter}12`, army: guest.seat, piece: '40' });

  await playUntil(guest, 20);
  expect(guest.phase).toBe('playing');
  await guest.deed('投降', '你的棋子全部下场，对家接着下。本局不计分。');
  await guest.until(() => guest.view.out.some(({ seat }) => seat === guest.seat));
  expect(guest.view.out).toMatchObject([{ seat: guest.seat, reason: 'surrender' }]);
  // Who is out may go freely.
  await guest.deed('离开', '离开不受罚');
  await expect(page.getByRole('heading', { name: '房间' })).toBeVisible();
  inspect(guest.frames);
});

test('a draw is offered in two steps, and leaving ends the game', async ({ arrive }) => {
  const guest = await arrive('游客');
  await startPractice(guest, '盘棋');
  await guest.deed('求和', '场上各家都同意才算和棋');
  await guest.until(() =>
    guest.frames.some((frame) => frame.t === 'offer' && frame.d.offer?.by === guest.seat),
  );
  await guest.deed('退出', '本局就此结束，不计分。');
  await expect(guest.page.getByRole('heading', { name: '房间' })).toBeVisible();
});
