/** Layouts come in and go out as text, as `.jql` and as a link. */

import { expect, test } from './harness';
import { contentOf, drop } from './harness/files';
import { writeJql } from '../src/layout/jql';
import { layoutHash } from '../src/layout/link';
import { presetText } from '../src/layout/presets';

const TURTLE = presetText('turtle');
const inRows = (text: string): string => text.replaceAll(' / ', ' /\n');

test('a layout goes out as text, file and link, and comes back', async ({ arrive }) => {
  const { page } = await arrive('布阵人');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/layouts${layoutHash(TURTLE)}`);
  await expect(page.getByRole('button', { name: '龟阵', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByText('导入 / 导出').click();
  const text = page.getByLabel('布局文本');
  await expect(text).toHaveValue(inRows(TURTLE));

  await page.getByRole('button', { name: '复制文本' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TURTLE);
  await page.getByRole('button', { name: '复制链接' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `/layouts${layoutHash(TURTLE)}`,
  );
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 .jql' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('siguo.jql');
  expect([...(await contentOf(download))]).toEqual([...writeJql(TURTLE)]);

  const classic = presetText('classic');
  await text.fill(classic);
  await text.blur();
  await expect(page.getByRole('button', { name: '经典', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await text.fill(classic.replace('07', '33'));
  await text.blur();
  await expect(page.getByRole('alert')).toHaveText('棋子数目不对，应为 25 枚。');

  const open = (name: string, buffer: Buffer): Promise<void> =>
    page.getByLabel('打开文件').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await open('a.jql', Buffer.from(writeJql(TURTLE)));
  await expect(text).toHaveValue(inRows(TURTLE));
  await open('b.jql', Buffer.from(writeJql(TURTLE).slice(0, 30)));
  await expect(page.getByRole('alert')).toHaveText('这不是布局文件。');
  await expect(text).toHaveValue(inRows(TURTLE));
});

test('a layout file is dropped on the page while setting up, and played', async ({ arrive }) => {
  const guest = await arrive('游客');
  const { page } = guest;
  await page.getByRole('button', { name: '开始', exact: true }).click();
  await guest.until(() => guest.phase === 'arranging');
  await expect(page.getByRole('button', { name: '龟阵', exact: true })).toBeVisible();
  await drop(page, 'a.jql', writeJql(TURTLE));
  await expect(page.getByRole('button', { name: '龟阵', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: '开始', exact: true }).click();
  await guest.until(() => guest.phase === 'playing');
  const [flag] = TURTLE.split(/[\s/]+/).flatMap((code, index) => (code === '07' ? [index] : []));
  const at = `${guest.seat.charAt(0)}${Math.floor((flag ?? 0) / 5) + 1}${((flag ?? 0) % 5) + 1}`;
  expect(guest.view.pieces).toContainEqual({ at, army: guest.seat, piece: '07' });
});
