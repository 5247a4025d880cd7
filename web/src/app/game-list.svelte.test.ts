import { afterEach, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import type { PlayedGame, PlayedGames } from '../api/types';
import { GameList } from './game-list.svelte';

const page = (ids: readonly string[], next: string | null): PlayedGames => ({
  games: ids.map((id) => ({ game: { id } }) as unknown as PlayedGame),
  next,
});
const shown = (list: GameList): string[] => list.games.map(({ game }) => game.id);

afterEach(() => vi.restoreAllMocks());

it('goes on from page to page, and from the first again after another choice', async () => {
  const ask = vi
    .spyOn(api, 'playerGames')
    .mockResolvedValueOnce(page(['a', 'b'], 'b'))
    .mockResolvedValueOnce(page(['c'], null))
    .mockResolvedValueOnce(page(['b'], null));
  const list = new GameList('a-1');
  await list.more();
  expect(list.hasMore).toBe(true);
  await list.more();
  expect([shown(list), list.hasMore]).toEqual([['a', 'b', 'c'], false]);
  await list.choose({ outcome: 'won' });
  expect(shown(list)).toEqual(['b']);
  expect(ask.mock.calls.map(([, { outcome, cursor }]) => [outcome, cursor])).toEqual([
    [null, null],
    [null, 'b'],
    ['won', null],
  ]);
});

it('takes a page once, however often it is asked for', async () => {
  vi.spyOn(api, 'playerGames')
    .mockResolvedValueOnce(page(['a'], 'a'))
    .mockResolvedValue(page(['b'], 'b'));
  const list = new GameList('a-1');
  await list.more();
  await Promise.all([list.more(), list.more()]);
  expect([shown(list), list.hasMore]).toEqual([['a', 'b'], true]);
});

it('takes no late answer to an earlier choice', async () => {
  const answers: ((page: PlayedGames) => void)[] = [];
  vi.spyOn(api, 'playerGames').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const list = new GameList('a-1');
  const first = list.more();
  const second = list.choose({ ranked: true });
  answers[1]?.(page([], null));
  answers[0]?.(page(['stale'], 'stale'));
  await Promise.all([first, second]);
  expect([shown(list), list.hasMore, list.answer.t]).toEqual([[], false, 'there']);
});
