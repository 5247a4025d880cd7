import { expect, it, vi } from 'vitest';

import { Desk } from './desk';

const file = (name: string): File => new File([], name);

it('hands a file to who is there for its kind', () => {
  const desk = new Desk();
  const [games, layouts] = [vi.fn(), vi.fn()];
  desk.take('game', games);
  desk.take('layout', layouts);
  expect(desk.bring('layout', file('a.jql'))).toBe('taken');
  expect(games).not.toHaveBeenCalled();
  expect(layouts.mock.calls.map(([{ name }]) => name)).toEqual(['a.jql']);
});

it('keeps the last file for who comes, once', () => {
  const desk = new Desk();
  expect(desk.bring('game', file('a.jgs'))).toBe('kept');
  expect(desk.bring('game', file('b.jgs'))).toBe('kept');
  desk.take('layout', () => expect.unreachable('a game is no layout'));
  const taken: string[] = [];
  const stop = desk.take('game', ({ name }) => taken.push(name));
  stop();
  desk.take('game', ({ name }) => taken.push(name));
  expect(taken).toEqual(['b.jgs']);
});

it('does not forget a page that came before the last one went', () => {
  const desk = new Desk();
  const stop = desk.take('game', () => expect.unreachable('has gone'));
  const next = vi.fn();
  desk.take('game', next);
  stop();
  desk.bring('game', file('a.json'));
  expect(next).toHaveBeenCalledOnce();
});
