/** One room as its frames tell it: a snapshot, carried on. Pure; `room.svelte.ts` gives it to the screen. */

import type {
  BySeat,
  GameId,
  Host,
  Millis,
  NumberedEvent,
  Phase,
  Progress,
  RoomId,
  RoomSnapshot,
  Score,
  Seat,
  ServerFrame,
  View,
} from '../api/types';
import type { Point } from '../board/geometry';
import { fold } from '../game/fold';

/** Something that happened once and is not part of the state. */
export type Note =
  | { readonly t: 'offer-refused'; readonly d: { readonly by: Seat } }
  | { readonly t: 'layout-given'; readonly d: { readonly seats: readonly Seat[] } }
  | { readonly t: 'not-started'; readonly d: { readonly by: Seat } }
  | { readonly t: 'pointed'; readonly d: { readonly at: Point; readonly to: Point | null } }
  | { readonly t: 'watching' }
  | { readonly t: 'removed'; readonly d: { readonly until: Millis } }
  | { readonly t: 'dismissed' }
  | { readonly t: 'same-browser' }
  | { readonly t: 'closed' }
  | { readonly t: 'changed' }
  | { readonly t: 'host'; readonly d: { readonly host: Host } }
  | { readonly t: 'swap-refused'; readonly d: { readonly by: Seat } };

export type ArrangingTime = 'runs' | 'halted';

export interface RoomState {
  /** Null until the server has told it. Its view is the newest. */
  readonly snapshot: RoomSnapshot | null;
  /** The game's events as far as they were heard, by number; ends with the newest. */
  readonly events: readonly NumberedEvent[];
  /** `halted`: the time for arranging stands still because nothing can be saved. */
  readonly arranging: ArrangingTime;
  /** The last note: an object of its own, so that it can be told from the next of the same kind. */
  readonly note: Note | null;
}

/** `gap`: something was missed, and only joining again helps. */
export type Applied = { readonly t: 'state'; readonly state: RoomState } | { readonly t: 'gap' };

export const EMPTY_ROOM: RoomState = { snapshot: null, events: [], arranging: 'runs', note: null };

const TALK_KEPT = 200;
const NO_SCORES: BySeat<Score | null> = { red: null, purple: null, blue: null, green: null };

/** The game of a phase that has one under way or ended, with what was folded of it. */
export function gameOf(phase: Phase): { game: GameId; no: number; view: View | null } | null {
  return phase.t === 'playing' || phase.t === 'ended' ? phase.d : null;
}

/** What to say when joining (again): nothing, where there is no view to carry on. */
export function progressOf(state: RoomState): Progress | null {
  const game = state.snapshot === null ? null : gameOf(state.snapshot.phase);
  return game?.view ? { game: game.game, no: game.no } : null;
}

/** The events that lead up to now without a gap; fewer than the game has, where earlier ones were not heard. */
export function heard(state: RoomState): readonly NumberedEvent[] {
  const newest = state.snapshot === null ? null : gameOf(state.snapshot.phase);
  if (newest === null || state.events.at(-1)?.no !== newest.no) return [];
  const missing = state.events.findLastIndex(
    ({ no }, index) => no !== (state.events[index - 1]?.no ?? 0) + 1,
  );
  // The same list for the same events: all that is made of it stays as well.
  return missing <= 0 ? state.events : state.events.slice(missing);
}

/** With what an earlier page heard of the game, where this one has heard nothing yet. */
export function remembering(state: RoomState, kept: readonly NumberedEvent[]): RoomState {
  const newest = state.snapshot === null ? null : gameOf(state.snapshot.phase);
  if (newest === null || state.events.length > 0) return state;
  return { ...state, events: kept.filter(({ game, no }) => game === newest.game && no <= newest.no) };
}

export function applyFrame(state: RoomState, room: RoomId, frame: ServerFrame): Applied {
  const { snapshot } = state;
  if (frame.t === 'room') return frame.d.room === room ? renewed(state, frame.d) : same(state);
  if (snapshot === null || roomOf(frame) !== room) return same(state);
  const withRoom = (change: Partial<RoomSnapshot>): RoomState => ({
    ...state,
    snapshot: { ...snapshot, ...change },
  });
  const changed = (change: Partial<RoomSnapshot>): Applied => same(withRoom(change));
  const occupied = (seat: Seat, change: object): Applied => {
    const occupant = snapshot.seats[seat];
    return occupant === null
      ? same(state)
      : changed({ seats: { ...snapshot.seats, [seat]: { ...occupant, ...change } } });
  };
  const playing = (change: object): Applied =>
    snapshot.phase.t === 'playing'
      ? changed({ phase: { t: 'playing', d: { ...snapshot.phase.d, ...change } } })
      : same(state);
  const noted = (note: Note, next = state): Applied => same({ ...next, note });

  switch (frame.t) {
    case 'event':
      return happened(state, snapshot, frame.d);
    case 'seat':
      return changed({ seats: { ...snapshot.seats, [frame.d.seat]: frame.d.occupant } });
    case 'outlook':
      return changed({ outlook: frame.d.outlook });
    case 'link':
      return occupied(frame.d.seat, { link: frame.d.link });
    case 'ready':
      return occupied(frame.d.seat, { ready: frame.d.ready });
    case 'offer': {
      const after = playing({ offer: frame.d.offer });
      return frame.d.refused !== null && after.t === 'state'
        ? noted({ t: 'offer-refused', d: { by: frame.d.refused } }, after.state)
        : after;
    }
    case 'host':
      return noted({ t: 'host', d: { host: frame.d.host } }, withRoom({ host: frame.d.host }));
    case 'options':
      return noted({ t: 'changed' }, withRoom({ options: frame.d.options }));
    case 'swap': {
      const after = withRoom({ swap: frame.d.swap });
      return frame.d.refused === null
        ? same(after)
        : noted({ t: 'swap-refused', d: { by: frame.d.refused } }, after);
    }
    case 'clock':
      if (snapshot.phase.t === 'arranging') {
        return same({ ...state, arranging: frame.d.clock === null ? 'halted' : 'runs' });
      }
      return playing({ clock: frame.d.clock });
    case 'said':
      return changed({ talk: [...snapshot.talk, frame.d.said].slice(-TALK_KEPT) });
    case 'pointed':
      return noted({ t: 'pointed', d: { at: frame.d.at, to: frame.d.to } });
    case 'watchers':
      return changed({ watchers: frame.d.count });
    case 'scores':
      return snapshot.phase.t === 'ended' && snapshot.phase.d.game === frame.d.game
        ? changed({ phase: { t: 'ended', d: { ...snapshot.phase.d, scores: frame.d.scores } } })
        : same(state);
    case 'notice':
      switch (frame.d.t) {
        case 'layout-given':
          return noted({ t: 'layout-given', d: { seats: frame.d.d.seats } });
        case 'not-started':
          return noted({ t: 'not-started', d: { by: frame.d.d.by } });
        case 'watching':
          return noted({ t: 'watching' });
        case 'removed':
          return noted({ t: 'removed', d: { until: frame.d.d.until } });
        case 'dismissed':
          return noted({ t: 'dismissed' });
        case 'same-browser':
          return noted({ t: 'same-browser' });
        case 'locked':
          return same(state);
        case 'closed':
          return noted({ t: 'closed' });
      }
    // eslint-disable-next-line no-fallthrough -- all notices are named above
    case 'answer':
    case 'queue':
    case 'pair':
    case 'restart':
      return same(state);
  }
}

function same(state: RoomState): Applied {
  return { t: 'state', state };
}

function roomOf(frame: ServerFrame): RoomId | null {
  switch (frame.t) {
    case 'answer':
    case 'queue':
    case 'pair':
    case 'restart':
      return null;
    case 'notice':
      return frame.d.d.room;
    default:
      return frame.d.room;
  }
}

/** A snapshot: with its own view, or resting on the events that came before it. */
function renewed(state: RoomState, next: RoomSnapshot): Applied {
  const before = state.snapshot === null ? null : gameOf(state.snapshot.phase);
  const now = gameOf(next.phase);
  const events =
    now !== null && now.game === before?.game ? state.events.filter(({ no }) => no <= now.no) : [];
  if (now === null || now.view !== null) return same({ ...state, snapshot: next, events, arranging: 'runs' });
  if (!before?.view || before.game !== now.game || before.no !== now.no) return { t: 'gap' };
  return same({ ...state, snapshot: { ...next, phase: withView(next.phase, before.view) }, events });
}

function withView(phase: Phase, view: View): Phase {
  switch (phase.t) {
    case 'playing':
      return { t: 'playing', d: { ...phase.d, view } };
    case 'ended':
      return { t: 'ended', d: { ...phase.d, view } };
    case 'gathering':
    case 'arranging':
      return phase;
  }
}

function happened(state: RoomState, snapshot: RoomSnapshot, numbered: NumberedEvent): Applied {
  const game = gameOf(snapshot.phase);
  if (game === null || game.game !== numbered.game) return { t: 'gap' };
  if (numbered.no <= game.no) return same({ ...state, events: filledIn(state.events, numbered) });
  if (numbered.no !== game.no + 1 || game.view === null) return { t: 'gap' };
  const view = fold(game.view, numbered.event);
  const phase = phaseAfter(snapshot.phase, numbered, view);
  return same({ ...state, snapshot: { ...snapshot, phase }, events: [...state.events, numbered] });
}

/** An event sent again: kept for the list of steps, where it was not heard before. */
function filledIn(events: readonly NumberedEvent[], old: NumberedEvent): readonly NumberedEvent[] {
  if (events.some(({ no }) => no === old.no)) return events;
  return [...events.filter(({ no }) => no < old.no), old, ...events.filter(({ no }) => no > old.no)];
}

/** The event that ends a game opens what was hidden. */
function phaseAfter(phase: Phase, { game, no, event, clock, legal }: NumberedEvent, view: View): Phase {
  if (event.opened !== null)
    return { t: 'ended', d: { game, no, view, opened: event.opened, scores: NO_SCORES } };
  return phase.t === 'playing' ? { t: 'playing', d: { ...phase.d, no, view, clock, legal } } : phase;
}
