import { expect, it } from 'vitest';

import type { LiveRoom } from '../api/types';
import { roomIn, playing } from '../gallery/people';
import { watchable } from './live-games';

const { options } = roomIn(playing('none'));

function room(name: string, watchers: number, change: Partial<LiveRoom> = {}): LiveRoom {
  return {
    room: name,
    game: `game of ${name}`,
    kind: 'match',
    ranked: true,
    options,
    host: null,
    players: { red: null, purple: null, blue: null, green: null },
    stage: 'playing',
    steps: 1,
    watchers,
    since: 0,
    ...change,
  };
}

it('shows the games that anybody may look at, the most watched first', () => {
  const rooms = [
    room('newest', 0),
    room('locked', 9, { options: { ...options, privacy: 'password' } }),
    room('shut', 9, { options: { ...options, spectating: 'closed' } }),
    room('gathering', 9, { stage: 'gathering', game: null }),
    room('over', 9, { stage: 'ended' }),
    room('watched', 2),
    room('older', 0),
  ];
  expect(watchable(rooms).map(({ room }) => room)).toEqual(['watched', 'newest', 'older']);
});
