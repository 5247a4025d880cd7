/** Which sound belongs to what. It follows from what everybody is told of an action, and from who listens. */

import type { Event, GameResult, Phase, RoomSnapshot, Said, Seat, View } from '../api/types';
import { fold } from '../game/fold';
import type { Numbered } from '../game/log';
import { seatOf } from '../game/seats';

export const CUES = [
  'move',
  /** A piece takes another; neither was one's own, or the own one did. */
  'capture',
  'both',
  /** Somebody's attack failed. */
  'lost',
  'own-lost',
  'flag',
  'out',
  'turn',
  'low-time',
  /** What one wanted did not happen: a pre-move was dropped, a turn was lost. */
  'missed',
  'start',
  'won',
  'beaten',
  /** The end of a game that one neither won nor lost. */
  'over',
  'talk',
  'offer',
] as const;
export type Cue = (typeof CUES)[number];

/** After so many missed events at once only the latest is heard. */
const MANY = 3;

/** What is heard of one event: the weightiest thing in it. */
export function cueOf(before: View, event: Event, own: Seat | null): Cue | null {
  if (event.result !== null) return endCue(event.result, own);
  if (event.out.length > 0) return 'out';
  if (event.flags.length > 0) return 'flag';
  const { action } = event;
  switch (action.t) {
    case 'move':
      return action.d.fight === null ? 'move' : fightCue(before, action.d, own);
    case 'flip':
      return 'move';
    case 'timeout':
      return action.d.seat === own ? 'missed' : null;
    case 'surrender':
    case 'flee':
    case 'draw':
    case 'abort':
      // What they lead to was heard above.
      return null;
  }
}

type Move = Extract<Event['action'], { t: 'move' }>['d'];

function fightCue(before: View, { seat, route, fight }: Move, own: Seat | null): Cue | null {
  const army = own === null ? null : (before.colours?.[own] ?? own);
  const defender = before.pieces.find(({ at }) => at === route.at(-1))?.army;
  switch (fight) {
    case null:
      return null;
    case 'both':
      return 'both';
    case 'attacker':
      return army !== null && defender === army ? 'own-lost' : 'capture';
    case 'defender':
      return seat === own ? 'own-lost' : 'lost';
  }
}

function endCue({ winner }: GameResult, own: Seat | null): Cue {
  if (own === null || winner.length === 0) return 'over';
  return winner.includes(own) ? 'won' : 'beaten';
}

/**
 * What is heard when a room goes from one state to the next; `events` lead up to the later one, and lines of talk that
 * are `unheard` make no sound.
 */
export function heardBetween(
  before: RoomSnapshot,
  after: RoomSnapshot,
  events: readonly Numbered[],
  unheard: (said: Said) => boolean,
): Cue[] {
  const own = seatOf(after.you);
  return [
    ...gameCues(before.phase, after.phase, events, own),
    ...(isOffered(before.phase, after.phase, own) ? (['offer'] as const) : []),
    ...(hasSpoken(before, after, unheard) ? (['talk'] as const) : []),
  ];
}

function gameCues(before: Phase, after: Phase, events: readonly Numbered[], own: Seat | null): Cue[] {
  if (before.t === 'arranging' && after.t === 'playing') {
    return own !== null && after.d.view?.turn === own ? ['start', 'turn'] : ['start'];
  }
  if (before.t !== 'playing' || (after.t !== 'playing' && after.t !== 'ended')) return [];
  if (before.d.game !== after.d.game || before.d.view === null || after.d.no === before.d.no) return [];
  const { no } = before.d;
  const fresh = events.filter((event) => event.no > no);
  // Where something was not heard, what came before the last event is not known.
  const whole = fresh[0]?.no === no + 1 && fresh.at(-1)?.no === after.d.no;
  const cues = whole ? eventCues(before.d.view, fresh, own) : [];
  if (own !== null && after.t === 'playing' && after.d.view?.turn === own) cues.push('turn');
  return cues;
}

function eventCues(start: View, events: readonly Numbered[], own: Seat | null): Cue[] {
  let view = start;
  const cues = events.map(({ event }) => {
    const cue = cueOf(view, event, own);
    view = fold(view, event);
    return cue;
  });
  return cues.slice(cues.length > MANY ? -1 : 0).filter((cue) => cue !== null);
}

function isOffered(before: Phase, after: Phase, own: Seat | null): boolean {
  if (before.t !== 'playing' || after.t !== 'playing' || before.d.game !== after.d.game) return false;
  return before.d.offer === null && after.d.offer !== null && after.d.offer.by !== own;
}

function hasSpoken(before: RoomSnapshot, after: RoomSnapshot, unheard: (said: Said) => boolean): boolean {
  const last = before.talk.at(-1)?.at ?? before.now;
  return after.talk.some((said) => said.at > last && !unheard(said));
}
