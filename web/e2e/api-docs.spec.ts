/** The description of the API is read in a browser without a network. */

import { expect, test } from './harness';

test('the API is shown by the server alone', async ({ page, server }) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.address && protocol !== 'data:') elsewhere.push(request.url());
  });
  page.on('response', (response) => {
    if (!response.ok() && response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(`${server.address}/api/docs`);
  await expect(page.getByRole('heading', { name: /^siguo/ })).toBeVisible();
  const operation = page.locator('.opblock', { hasText: '/api/v1/leaderboard' });
  await operation.locator('.opblock-summary').first().click();
  await expect(operation.getByText('bad-cursor').first()).toBeVisible();
  // What is tried out is asked of this server.
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/v1/leaderboard*'),
    operation.getByRole('button', { name: 'Execute' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});
