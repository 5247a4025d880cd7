/** The addresses of the pages. */

import type { AccountId, GameId, InviteId, RoomId } from '../api/types';

export type Route =
  | { readonly t: 'lobby' | (typeof PLAIN)[number] | 'missing' }
  | { readonly t: 'table'; readonly room: RoomId }
  | { readonly t: 'player'; readonly id: AccountId }
  | { readonly t: 'pair'; readonly invite: InviteId }
  | { readonly t: 'game'; readonly id: GameId };

const PLAIN = [
  'login',
  'register',
  'leaderboard',
  'layouts',
  'learn',
  'rules',
  'glossary',
  'scores',
  'replay',
  'account',
  'people',
  'gallery',
] as const;

export function routeOf(path: string): Route {
  const [first = '', second, ...more] = path.split('/').filter((part) => part !== '');
  if (more.length > 0) return { t: 'missing' };
  if (second === undefined) {
    if (first === '') return { t: 'lobby' };
    return { t: PLAIN.find((name) => name === first) ?? 'missing' };
  }
  switch (first) {
    case 'table':
      return { t: 'table', room: second };
    case 'players':
      return { t: 'player', id: second };
    case 'pair':
      return { t: 'pair', invite: second };
    case 'games':
      return { t: 'game', id: second };
    default:
      return { t: 'missing' };
  }
}

export const to = {
  lobby: '/',
  login: '/login',
  register: '/register',
  leaderboard: '/leaderboard',
  layouts: '/layouts',
  learn: '/learn',
  rules: '/rules',
  glossary: '/glossary',
  scores: '/scores',
  replay: '/replay',
  account: '/account',
  people: '/people',
  table: (room: RoomId): string => `/table/${room}`,
  player: (id: AccountId): string => `/players/${id}`,
  pair: (invite: InviteId): string => `/pair/${invite}`,
  game: (id: GameId): string => `/games/${id}`,
};
