/** The rules, the glossary and the scores are read by anybody, in both languages. */

import { expect, test } from './harness';

test('the rules, the words of players and the ladder are explained with pictures', async ({ arrive }) => {
  const { page } = await arrive('游客');
  await page.getByRole('link', { name: '规则' }).first().click();
  await expect(page.getByRole('heading', { name: '怎样算赢' })).toBeVisible();
  await expect(page.getByRole('img', { name: /开局时红方看到的棋盘/ })).toBeVisible();
  expect(await page.getByRole('img').count()).toBeGreaterThan(6);

  await page.getByRole('link', { name: '术语' }).click();
  for (const term of ['双联手', '空城', '包角雷'])
    await expect(page.getByRole('heading', { name: term })).toBeVisible();

  await page.getByRole('link', { name: '积分与军衔' }).click();
  await expect(page.getByRole('row', { name: '营长 350', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Scores and titles' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Battalion Commander 350', exact: true })).toBeVisible();
});
