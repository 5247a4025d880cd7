/** What the gallery's forms and lists hear from a server that is not there. */

import type { Live, LiveRoom, Player, Problem } from '../api/types';
import { bySeat } from '../game/seats';
import { RULES } from '../modes/house';
import { occupant, roomIn, SEATS, waiting } from './people';

export function problem(kind: string, field: string | null = null): Problem {
  return {
    type: `urn:siguo:problem:${kind}`,
    title: kind,
    status: 400,
    detail: null,
    field,
    offset: null,
    request: null,
  };
}

const ANSWERS: Record<string, object> = {
  'GET /site': { registration: 'invite' },
  'POST /register': problem('name-taken', 'name'),
  'POST /login': problem('wrong-credentials'),
};

/** From here on no question of the page goes to a server. */
export function answerInstead(): void {
  window.fetch = (input, init): Promise<Response> => {
    const path = String(input).replace('/api/v1', '');
    const answer = ANSWERS[`${init?.method ?? 'GET'} ${path}`];
    if (answer === undefined) return Promise.reject(new TypeError('no server'));
    const status = 'status' in answer ? 400 : 200;
    return Promise.resolve(Response.json(answer, { status }));
  };
}

const { options } = roomIn(waiting());
const playerOf = (seat: keyof typeof SEATS): Player | null => SEATS[seat]?.player ?? null;

function room(name: string, more: Partial<LiveRoom>): LiveRoom {
  return {
    room: name,
    game: null,
    kind: 'custom',
    ranked: false,
    options,
    host: null,
    players: bySeat(playerOf),
    stage: 'playing',
    steps: 128,
    watchers: 0,
    since: 0,
    ...more,
  };
}

const LONG = occupant('一二三四五六七八九十一二三四五六', 2150, 'commander-in-chief').player;

export const LIVE: Live = {
  online: 37,
  waiting: { four: 3, two: 1 },
  rooms: [
    room('gathering', {
      stage: 'gathering',
      steps: 0,
      players: { red: playerOf('red'), purple: null, blue: null, green: LONG },
      options: {
        ...options,
        privacy: 'password',
        max_flee_percent: 10,
        rules: {
          ...RULES,
          sight: 'partners',
          mine: 'both',
          corner: 'one-turn',
          engineer_scouts: true,
          bombs_fly: true,
        },
      },
    }),
    room('match', { kind: 'match', ranked: true, watchers: 12 }),
    room('shut', { stage: 'arranging', steps: 0, options: { ...options, spectating: 'closed' } }),
    room('two', {
      kind: 'practice',
      players: { red: playerOf('red'), purple: null, blue: LONG, green: null },
      options: { ...options, rules: { ...RULES, board: 'classic', players: 2, setup: 'flip' } },
    }),
  ],
};
