import { expect, it } from 'vitest';

import { routeOf, to } from './routes';

it.each([
  ['/', { t: 'lobby' }],
  ['/leaderboard', { t: 'leaderboard' }],
  ['/leaderboard/', { t: 'leaderboard' }],
  [to.table('r-1'), { t: 'table', room: 'r-1' }],
  [to.player('a-1'), { t: 'player', id: 'a-1' }],
  [to.game('g-1'), { t: 'game', id: 'g-1' }],
  [to.layouts, { t: 'layouts' }],
  [to.rules, { t: 'rules' }],
  [to.glossary, { t: 'glossary' }],
  [to.scores, { t: 'scores' }],
  [to.account, { t: 'account' }],
  [to.people, { t: 'people' }],
  [to.pair('i-1'), { t: 'pair', invite: 'i-1' }],
  ['/table', { t: 'missing' }],
  ['/nowhere', { t: 'missing' }],
  ['/games/g-1/more', { t: 'missing' }],
])('%s', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});
