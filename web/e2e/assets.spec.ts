import { expect, test } from './harness';

test('the client comes as the build has packed it, and unpacked to who cannot take that', async ({
  request,
  server,
}) => {
  const page = await request.get(server.address);
  const [script = ''] = /\/assets\/index-[^"]+\.js/.exec(await page.text()) ?? [];
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
