/** Who reloads, or comes by another way, is led back to the running game and finds it as it was. */

import type { Page } from '@playwright/test';

import { expect, test } from './harness';
import { playUntil, startPractice } from './harness/practice';

async function stepList(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: '战报' }).getByRole('listitem').allInnerTexts();
}

test('a reload in mid-game brings the same board back', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await startPractice(guest, '闪电');
  await playUntil(guest, 12);
  // On one's own turn nothing moves meanwhile.
  await guest.until(() => guest.moves.length > 0);
  const { steps, turn } = guest.view;
  await expect(page.getByText(`第 ${steps} 步`).first()).toBeVisible();
  const before = await guest.board();
  const log = await stepList(page);

  const { length } = guest.frames;
  await page.reload();
  await guest.until(() => guest.frames.slice(length).some(({ t }) => t === 'room'));
  await expect(page.getByText(`第 ${steps} 步`).first()).toBeVisible();
  expect([guest.view.steps, guest.view.turn]).toEqual([steps, turn]);
  expect(await guest.board()).toEqual(before);
  // The server sends only the latest again; the page has kept the others.
  expect(log).toHaveLength(steps);
  await expect.poll(() => stepList(page)).toEqual(log);
  await playUntil(guest, steps + 4);
});

test('every page leads back to the running game', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await startPractice(guest, '经典');
  await page.goto('/leaderboard');
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.getByText(/第 \d+ 步/).first()).toBeVisible();

  // Within the page one may look elsewhere; the head line leads back.
  await page.getByRole('link', { name: '排行榜' }).first().click();
  await expect(page.getByRole('heading', { name: '排行榜' })).toBeVisible();
  await page.getByRole('link', { name: '回到棋局' }).click();
  await expect(page).toHaveURL(/\/table\//);
});
