/** The server's Content-Security-Policy in a real browser, and that the other tests would notice what breaks it. */

import { expect, test } from '@playwright/test';

import { watchPolicy } from './harness/policy';
import { Server } from './harness/server';

const INJECTED = `
  <style>body { outline: 9px solid red }</style>
  <p style="outline: 9px solid red">x</p>
  <script>window.stolen = true</script>
  <img src="https://elsewhere.example/x.png" onerror="window.stolen = true" alt="" />`;

test('what the policy forbids is not done, and is noticed', async ({ browser }) => {
  const server = await Server.start();
  const watch = watchPolicy(browser);
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  // As if somebody had got text of theirs into the page.
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<div id="app">', `${INJECTED}<div id="app">`);
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '房间' })).toBeVisible();
  const done = await page.evaluate(() => {
    const fails = (attempt: () => unknown): boolean => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    };
    return {
      stolen: 'stolen' in window,
      styled: ['body', 'p'].map(
        (part) => getComputedStyle(document.querySelector(part) as Element).outlineStyle,
      ),
      // Text becomes neither elements nor a program.
      refused: [
        () => (document.createElement('p').innerHTML = '<b>x</b>'),
        () => (document.createElement('script').text = 'window.stolen = true'),
        () => document.createElement('iframe').setAttribute('srcdoc', '<b>x</b>'),
        () => setTimeout('window.stolen = true'),
      ].map(fails),
    };
  });
  expect(done).toEqual({ stolen: false, styled: ['none', 'none'], refused: [true, true, true, true] });
  await context.close();
  await server.drop();
  const noticed = watch.end();
  for (const kind of [/inline style/i, /inline script/i, /inline event handler/i, /elsewhere\.example/])
    expect(
      noticed.some((line) => kind.test(line)),
      `${kind} in ${noticed.join('\n')}`,
    ).toBe(true);
});
