/** People and a room to show the screens with. */

import type { Command, Legal, Occupant, Phase, RoomSnapshot, Said, Score } from '../api/types';
import { geometry } from '../board/geometry';
import { learn, openBook, writeBook } from '../game/hints';
import { RULES } from '../modes/house';
import { gameOf } from '../net/room';
import type { RoomProps } from '../table/props';
import { EVENTS, LEGAL, VIEWS, opened, LAYOUTS } from './fixture';
import { deviceStorage } from '../storage';

const START = Date.now();
export const now = (): number => Date.now();

export function occupant(
  name: string,
  score: number,
  title: Occupant['player']['title'],
  more: Partial<Occupant> = {},
): Occupant {
  const tally = { played: 40, won: 22, lost: 17, drawn: 1, fled: 0 };
  return {
    player: { id: name, kind: 'person', level: null, name, score, title, tally },
    link: { t: 'up' },
    ready: true,
    ...more,
  };
}

export const SEATS: RoomSnapshot['seats'] = {
  red: occupant('石头剪刀布', 152, 'company-commander'),
  purple: occupant('渡江侦察', 74, 'platoon-leader'),
  blue: occupant('老兵不死', 168, 'company-commander'),
  green: occupant('North Wind', 121, 'deputy-company-commander', {
    link: { t: 'down', d: { since: START - 20_000 } },
  }),
};

const line = (
  channel: Said['channel'],
  name: string,
  seat: Said['by']['seat'],
  words: Said['words'],
): Said => ({
  channel,
  by: { id: name, name, seat },
  words,
  at: START,
});

export const TALK: Said[] = [
  line('partner', '老兵不死', 'blue', { t: 'phrase', d: 'attack-next' }),
  line('partner', '老兵不死', 'blue', { t: 'phrase', d: 'i-bomb' }),
  line('partner', '石头剪刀布', 'red', { t: 'phrase', d: 'follow-up' }),
  line('table', '渡江侦察', 'purple', { t: 'text', d: '大家好' }),
];

export const SCORES: Record<'red' | 'purple' | 'blue' | 'green', Score> = {
  red: score(152, 2, 'win', 'company-commander'),
  purple: score(74, -2, 'loss', 'platoon-leader'),
  blue: { ...score(168, 0, 'protected', 'company-commander') },
  green: score(121, -2, 'loss', 'deputy-company-commander'),
};

export function score(
  before: number,
  change: number,
  reason: Score['reason'],
  title: Score['title_before'],
): Score {
  return { before, change, reason, title_before: title, title_after: title };
}

export function roomIn(phase: Phase): RoomSnapshot {
  return {
    room: 'room',
    kind: 'match',
    ranked: true,
    outlook: { red: null, purple: null, blue: null, green: null },
    options: {
      rules: RULES,
      first: 'lot',
      turn_seconds: 30,
      arrange_seconds: 60,
      privacy: 'public',
      spectating: 'open',
      talk: 'free',
      max_flee_percent: null,
    },
    host: null,
    swap: null,
    you: { t: 'seat', d: 'red' },
    seats: phase.t === 'arranging' ? { ...SEATS, red: { ...SEATS.red, ready: false } as Occupant } : SEATS,
    watchers: 12,
    phase,
    talk: TALK,
    now: START,
  };
}

/** Red's right-hand front piece may go everywhere, so that every point can be tried. */
const EVERYWHERE: Legal = {
  moves: [
    {
      from: 'r15',
      to: geometry('siguo').places.flatMap(({ name }) => (name === 'r15' ? [] : [name])),
    },
  ],
  flips: [],
};

export function playing(offer: 'offered' | 'none', reach: 'legal' | 'all' = 'legal'): Phase {
  const view = VIEWS.at(-1) ?? null;
  return {
    t: 'playing',
    d: {
      game: 'game',
      no: EVENTS.length,
      view,
      clock: { seat: 'red', deadline: START + 17_400, limit_ms: 30_000 },
      legal: reach === 'all' ? EVERYWHERE : LEGAL,
      offer: offer === 'offered' ? { by: 'purple', agreed: ['purple'], deadline: START + 20_000 } : null,
    },
  };
}

/** The same a step earlier, while red waits for green. */
export function waiting(): Phase {
  const no = EVENTS.length - 1;
  const phase = playing('none');
  if (phase.t !== 'playing') throw new Error('no game');
  const clock = { seat: 'green', deadline: START + 24_000, limit_ms: 30_000 } as const;
  return { t: 'playing', d: { ...phase.d, no, view: VIEWS[no] ?? null, clock, legal: null } };
}

/** What red may have learned of the hidden pieces by event `no`, as the table keeps it. */
export function keepClues(no: number): void {
  const start = VIEWS[0];
  if (start === undefined) throw new Error('no view');
  const book = EVENTS.slice(0, no).reduce(
    (known, event, index) => learn(known, index + 1, event, RULES),
    openBook(start, 0, RULES),
  );
  deviceStorage.setItem('siguo.clues', `game\n${writeBook(book)}`);
}

export function ended(): Phase {
  const view = VIEWS.at(-1);
  if (view === undefined) throw new Error('no view');
  const pieces = opened().filter(({ army }) => army !== 'purple' && army !== 'green');
  return {
    t: 'ended',
    d: {
      game: 'game',
      no: EVENTS.length,
      view: {
        ...view,
        turn: null,
        pieces,
        out: [
          { seat: 'green', reason: 'no-move', step: 96 },
          { seat: 'purple', reason: 'flag', step: 100 },
        ],
        result: { winner: ['red', 'blue'], reason: 'flag', void: false, steps: 100 },
      },
      opened: { layouts: LAYOUTS, shuffled: [], nonce: null, pieces },
      scores: SCORES,
    },
  };
}

/** A room whose host waits for one more, while another wants to change seats. */
export function gathering(): RoomSnapshot {
  const room = roomIn({ t: 'gathering' });
  return {
    ...room,
    kind: 'custom',
    ranked: false,
    host: { id: '石头剪刀布', name: '石头剪刀布' },
    swap: { from: 'green', to: 'red', deadline: START + 20_000 },
    seats: { ...SEATS, purple: null, blue: occupant('老兵不死', 168, 'company-commander', { ready: false }) },
    options: { ...room.options, privacy: 'link', max_flee_percent: 20, talk: 'phrases' },
  };
}

export const arranging: Phase = {
  t: 'arranging',
  d: { game: 'game', deadline: START + 47_000, layout: null },
};

/** `onsend` sees what would be sent to a server. */
export function propsFor(phase: Phase, onsend: (command: Command) => void = () => undefined): RoomProps {
  return {
    room: roomIn(phase),
    events: EVENTS.map((event, index) => ({ no: index + 1, event })).slice(0, gameOf(phase)?.no),
    arranging: 'runs',
    note: null,
    now,
    send: (command) => {
      onsend(command);
      return Promise.resolve({ t: 'done' });
    },
    shelf: {
      list: [{ name: '守左路', layout: LAYOUTS.blue, preferred: false }],
      save: () => Promise.resolve(),
      prefer: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    onlobby: () => undefined,
    onreplay: () => undefined,
    onagain: () => undefined,
  };
}
