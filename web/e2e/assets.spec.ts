import { expect, test } from './harness';
import { startPractice } from './harness/practice';

test('the client comes as the build has packed it, and unpacked to who cannot take that', async ({
  request,
  server,
}) => {
  const page = await request.get(server.address);
  const [script = ''] = /\/assets\/first-[^"]+\.js/.exec(await page.text()) ?? [];
  const asked = async (encoding: string) => {
    const response = await fetch(server.address + script, { headers: { 'accept-encoding': encoding } });
    return { response, length: (await response.arrayBuffer()).byteLength };
  };
  const plain = await asked('identity');
  const packed = await request.get(server.address + script, { headers: { 'accept-encoding': 'br' } });
  expect(packed.headers()).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript',
    vary: 'accept-encoding',
  });
  expect(Number(packed.headers()['content-length'])).toBeLessThan(0.4 * plain.length);
  expect((await packed.body()).byteLength).toBe(plain.length);
  expect(plain.response.headers.get('content-encoding')).toBeNull();
  expect(packed.headers()['etag']).not.toBe(plain.response.headers.get('etag'));
});

test('a table asks for all that it needs at once, and for nothing later', async ({
  arrive,
  server,
  request,
}) => {
  const assetsIn = async (path: string): Promise<string[]> =>
    Array.from(
      (await (await request.get(server.address + path)).text()).matchAll(/"(\/assets\/[^"]+)"/g),
      ([, name = '']) => name,
    );
  const [linked, elsewhere] = [await assetsIn('/table/none'), await assetsIn('/')];
  expect(linked).toEqual(expect.arrayContaining(elsewhere));
  expect(linked.length).toBeGreaterThan(elsewhere.length);

  const guest = await arrive('游客');
  await startPractice(guest, '经典');
  const loaded = new Set<string>();
  guest.page.on('request', (one) => loaded.add(new URL(one.url()).pathname));
  await guest.page.reload();
  await expect(guest.page.locator('[data-point]')).toHaveCount(129);
  await expect(guest.page.getByRole('log')).toHaveCount(1);
  const files = [...loaded].filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
  expect(files.sort()).toEqual(linked.sort());
});
