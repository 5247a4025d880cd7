/** A newcomer goes through the introduction, with a mouse and by keyboard. */

import type { Page } from '@playwright/test';

import { expect, test } from './harness';
import { LESSONS, SCENES, TASKS } from '../src/learn/lessons';
import { zh as learn } from '../src/learn/zh';
import { zh } from '../src/i18n/zh';

async function click(page: Page, point: string): Promise<void> {
  const box = await page.locator(`[data-point="${point}"]`).boundingBox();
  if (box === null) throw new Error(`not on the screen: ${point}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('everything is done right, from the lobby to the end', async ({ arrive }) => {
  const { page } = await arrive('新手');
  await page.getByRole('link', { name: zh.lobby.learn }).click();
  await expect(page.getByRole('heading', { name: learn.title })).toBeVisible();
  for (const [index, task] of TASKS.entries()) {
    const words = learn.tasks[task.scene][task.step];
    await expect(page.getByText(words?.task ?? '', { exact: true })).toBeVisible();
    const way = SCENES[task.scene].steps[task.step]?.right[0]?.way;
    if (way === null || way === undefined) {
      await page.getByRole('button', { name: zh.talk.quick['good-move'] }).click();
      await expect(page.getByText(learn.unhelpful['good-move'] ?? '')).toBeVisible();
      await page.getByRole('button', { name: zh.talk.quick['help-me'] }).click();
    } else for (const point of way) await click(page, point);
    await expect(page.getByText(words?.done ?? '', { exact: true })).toBeVisible();
    const ends = TASKS[index + 1]?.lesson !== task.lesson;
    const onward = index + 1 === TASKS.length ? learn.finish : ends ? learn.nextLesson : learn.next;
    await page.getByRole('button', { name: onward, exact: true }).click();
  }
  await expect(page.getByRole('heading', { name: learn.finished })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: learn.progress(LESSONS.length, LESSONS.length) }),
  ).toBeVisible();
  await page.getByRole('link', { name: learn.toPractice }).click();
  await expect(page.getByRole('heading', { name: '房间' })).toBeVisible();
});

test('mistakes are answered, hints given, and progress is kept', async ({ arrive }) => {
  const { page } = await arrive('新手');
  await page.goto('/rules');
  await page.getByRole('link', { name: zh.lobby.learn }).click();
  const lesson = (name: string): Promise<void> =>
    page.getByRole('navigation').getByRole('button', { name }).click();

  await lesson(learn.lessons.camps);
  await click(page, 'r61');
  await click(page, 'r51');
  await expect(page.getByRole('status')).toHaveText(learn.tasks.shelter[0]?.wrong ?? '');
  await page.getByRole('button', { name: learn.hint }).click();
  await expect(page.locator('.siguo-board .planned')).toBeAttached();
  await expect(page.locator('[data-point="r23"]')).toHaveAttribute('aria-selected', 'true');
  await click(page, 'r13');
  await expect(page.getByRole('status')).toContainText('团长去碰司令，阵亡了');
  await page.getByRole('button', { name: learn.again }).click();
  await click(page, 'r23');
  await click(page, 'r22');
  await page.getByRole('button', { name: learn.next, exact: true }).click();
  // An enemy in a camp: no target, but one is told why.
  await click(page, 'r43');
  await click(page, 'r42');
  await expect(page.getByRole('status')).toHaveText('排长在行营里，不能攻击。');

  await page.reload();
  await expect(page.getByText(learn.tasks.sheltered[0]?.task ?? '')).toBeVisible();
});

test('a lesson is done by keyboard alone', async ({ arrive }) => {
  const { page } = await arrive('新手');
  await page.goto('/learn');
  await page.locator('[data-point="r13"]').focus();
  for (const [way, onward] of [
    ['2333', learn.next],
    ['3324', learn.next],
    ['6353', learn.nextLesson],
  ] as const) {
    await page.keyboard.type(way.slice(0, 2));
    await page.keyboard.press('Enter');
    await page.keyboard.type(way.slice(2));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: onward, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-point]:focus')).toBeVisible();
  }
  await expect(page.getByText(learn.tasks.railway[0]?.task ?? '')).toBeVisible();
});
