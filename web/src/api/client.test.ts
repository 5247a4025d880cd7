import { afterEach, expect, it, vi } from 'vitest';

import { api, ApiError, Offline } from './client';

function answer(status: number, body: unknown, type = 'application/json'): ReturnType<typeof vi.fn> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fetched = vi.fn(() =>
    Promise.resolve(new Response(text, { status, headers: { 'content-type': type } })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

it('asks with only the parameters that are given', async () => {
  const fetched = answer(200, { rows: [], next: null });
  await api.leaderboard({ around: 'a-1', limit: 20 });
  await api.leaderboard({});
  expect(fetched.mock.calls.map(([url]) => url as string)).toEqual([
    '/api/v1/leaderboard?around=a-1&limit=20',
    '/api/v1/leaderboard',
  ]);
});

it('asks for games only by what is chosen', async () => {
  const fetched = answer(200, { games: [], next: null });
  await api.playerGames('a-1', { players: null, ranked: false, outcome: 'won', cursor: null });
  expect(fetched.mock.calls.map(([url]) => url as string)).toEqual([
    '/api/v1/players/a-1/games?limit=20&ranked=false&outcome=won',
  ]);
});

it('sends bodies as JSON and names in the path encoded', async () => {
  const fetched = answer(204, '');
  await api.saveLayout('左/右', { layout: '…', preferred: true });
  const [url, request] = fetched.mock.calls[0] as [string, RequestInit];
  expect(url).toBe('/api/v1/me/layouts/%E5%B7%A6%2F%E5%8F%B3');
  expect(request).toMatchObject({ method: 'PUT', body: '{"layout":"…","preferred":true}' });
});

it('turns problems into errors with a kind', async () => {
  const problem = {
    type: 'urn:siguo:problem:name-taken',
    title: 'taken',
    status: 409,
    detail: null,
    field: 'name',
  };
  answer(409, problem, 'application/problem+json');
  const error = await api
    .register({ name: '石头', password: 'x', invite: null })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: 'name-taken', problem });
});

it('tells a server that is away from one that refuses', async () => {
  answer(502, '<html>bad gateway</html>', 'text/html');
  await expect(api.me()).rejects.toBeInstanceOf(Offline);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  await expect(api.me()).rejects.toBeInstanceOf(Offline);
});
