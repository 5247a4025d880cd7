/** The installed app: what is kept, what is shown without a server, and what happens when the client changes. */

import { createServer, type Server as HttpServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { extname, join, resolve } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test } from './harness';

test.use({ serviceWorkers: 'allow' });

const DIST = resolve(import.meta.dirname, '../dist');

/** Waits until the service worker has kept everything and answers for the page. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  });
}

/** The addresses that are kept, by cache. */
function keptBy(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const all: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      all[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return all;
  });
}

test('without a server there is an offline page, which goes by itself', async ({ arrive, server }) => {
  const { page } = await arrive('游客');
  await settled(page);
  await server.down('SIGKILL');
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: '连不上服务器' })).toBeVisible();
  await expect(page.getByText('No connection to the server')).toBeHidden();
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect(page.getByRole('heading', { name: '连不上服务器' })).toBeVisible();
  await server.up();
  await expect(page.getByRole('heading', { name: '排行榜' })).toBeVisible({ timeout: 20_000 });
  expect(new URL(page.url()).pathname).toBe('/leaderboard');
});

test('the client’s files are kept, and nothing of the API', async ({ arrive }) => {
  const { page } = await arrive('游客');
  await settled(page);
  for (const path of ['/leaderboard', '/rules', '/learn', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  const kept = await keptBy(page);
  expect(Object.keys(kept)).toHaveLength(1);
  const files = Object.values(kept).flat();
  expect(files).toContain('/offline.html');
  expect(files.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(30);
  expect(files.filter((file) => file.startsWith('/api') || file === '/' || file === '/index.html')).toEqual(
    [],
  );
});

test('the app can be installed', async ({ arrive }) => {
  const { page } = await arrive('游客');
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; type: string; sizes: string }[] };
  for (const { src, type, sizes } of manifest.icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type']).toBe(type);
    if (type !== 'image/png') continue;
    // Width and height stand at a fixed place of every PNG.
    const bytes = await answer.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

/** The client served twice: as it was built, then as another build of which this one knows nothing; or a proxy alone. */
class TwoBuilds {
  readonly address: string;
  readonly #server: HttpServer;
  build: 'first' | 'second' | 'none' = 'first';

  private constructor(server: HttpServer, port: number) {
    this.#server = server;
    this.address = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<TwoBuilds> {
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.svg': 'image/svg+xml',
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(DIST, pathname);
      const second = builds.build === 'second';
      const gone = pathname.startsWith('/api') || (second && pathname.startsWith('/assets/'));
      if (builds.build === 'none') response.writeHead(502).end('bad gateway');
      else if (gone) response.writeHead(404).end();
      else if (extname(pathname) === '') {
        const page = second ? '<!doctype html><h1>second build</h1>' : readFileSync(join(DIST, 'index.html'));
        response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' }).end(page);
      } else if (!existsSync(file)) response.writeHead(404).end();
      else {
        const kind = types[extname(pathname)] ?? 'application/octet-stream';
        let body = readFileSync(file);
        if (second && pathname === '/sw.js')
          body = Buffer.from(
            body.toString().replace(/\{"version":.*?\]\}/, '{"version":"second","files":["/offline.html"]}'),
          );
        response.writeHead(200, { 'content-type': kind, 'cache-control': 'no-cache' }).end(body);
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    const builds = new TwoBuilds(server, at.port);
    return builds;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

test('a new build is shown at once, and the old page keeps its own files until it goes', async ({
  browser,
}) => {
  const builds = await TwoBuilds.start();
  const context = await browser.newContext({ baseURL: builds.address });
  const page = await context.newPage();
  await page.goto('/');
  await settled(page);
  const [first] = Object.keys(await keptBy(page));

  builds.build = 'second';
  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    await worker.update();
    // It waits: the old page is still there.
    const next = worker.installing ?? worker.waiting;
    await new Promise<void>((done) => {
      if (next === null || next.state === 'installed') done();
      else next.addEventListener('statechange', () => done());
    });
  });
  // A part that this page has not loaded yet is no longer on the server.
  await page.getByRole('link', { name: '规则' }).first().click();
  await expect(page.getByRole('heading', { name: '怎样算赢' })).toBeVisible();
  expect(Object.keys(await keptBy(page))).toContain(first);

  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'second build' })).toBeVisible();
  await page.close();
  await other.close();

  // With the last page of the old build its files go.
  const later = await context.newPage();
  await later.goto('/');
  await settled(later);
  await expect.poll(async () => Object.keys(await keptBy(later))).toEqual(['siguo-second']);
  await context.close();
  await builds.stop();
});

test('a proxy that answers for a server that is gone is no server', async ({ browser }) => {
  const builds = await TwoBuilds.start();
  const context = await browser.newContext({ baseURL: builds.address });
  const page = await context.newPage();
  await page.goto('/');
  await settled(page);
  builds.build = 'none';
  await page.goto('/rules');
  await expect(page.getByRole('heading', { name: '连不上服务器' })).toBeVisible();
  builds.build = 'first';
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect(page.getByRole('heading', { name: '怎样算赢' })).toBeVisible();
  await context.close();
  await builds.stop();
});

test('a page that the server no longer understands loads itself anew, once', async ({ arrive }) => {
  const { page } = await arrive('游客');
  await settled(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.routeWebSocket('**/ws', (socket) => {
    socket.onMessage((text) => {
      const { id } = JSON.parse(text.toString()) as { id: number };
      const reply = { t: 'error', d: { t: 'version', d: { server: 2 } } };
      socket.send(JSON.stringify({ t: 'answer', d: { id, reply } }));
    });
  });
  await page.reload();
  await expect(page.getByText('页面版本过旧，请刷新')).toBeVisible();
  // The one that was asked for, and the one that followed from it.
  expect(loads).toBe(2);
});
