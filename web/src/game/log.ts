/** What happened, action by action, in the words of players. */

import type { Event, FlagShown, RuleSet, Seat } from '../api/types';
import { geometry, type Point } from '../board/geometry';
import { pointName } from '../i18n/points';
import type { Catalogue } from '../i18n/zh';
import { armyOf, sideName, type Colours } from '../modes/armies';
import { modeWordsOf } from '../modes/of';
import { seatsInGame } from './seats';

export interface Numbered {
  readonly no: number;
  readonly event: Event;
}

export interface LogEntry {
  /** The number of the event. */
  readonly no: number;
  /** The step it was; null for what is no step. */
  readonly step: number | null;
  /** Whose: the army, where it has one. */
  readonly seat: Seat | null;
  /** From where to where, or what was done. */
  readonly text: string;
  /** What followed from it. */
  readonly notes: readonly string[];
}

/** Whose piece stands where, as far as it follows from the start and the events. */
type Owners = Map<Point, Seat>;

/** Events in order without gaps. If they don't begin with the first, a fight is told without an owner that is not known. */
export function logEntries(events: readonly Numbered[], rules: RuleSet, words: Catalogue): LogEntry[] {
  const owners = events[0]?.no === 1 ? ownersAtStart(rules) : new Map<Point, Seat>();
  let steps = events[0]?.no === 1 ? 0 : (events[0]?.event.steps ?? 0) - 1;
  const sides = sidesOf(events, rules, words);
  return events.map(({ no, event }) => {
    const step = event.steps > steps ? event.steps : null;
    steps = event.steps;
    const { seat, text, notes } = told(event, owners, rules, words, sides);
    const army = seat === null ? null : armyOf(seat, rules, sides.colours);
    return { no, step, seat: army, text, notes: [...notes, ...outs(event, words, sides)] };
  });
}

/** What the seats are called. */
interface Sides {
  readonly colours: Colours;
  readonly name: (seat: Seat) => string;
}

/** In 翻棋 seats are called by what they turn out to lead, and before that by who began. */
function sidesOf(events: readonly Numbered[], rules: RuleSet, words: Catalogue): Sides {
  const colours = events.at(-1)?.event.colours ?? null;
  const begins = events[0]?.no === 1 ? actorOf(events[0].event) : null;
  const { firstMover, secondMover, undecided } = modeWordsOf(words);
  const byOrder = (seat: Seat): string =>
    begins === null ? undecided : seat === begins ? firstMover : secondMover;
  return { colours, name: (seat) => sideName(words, seat, rules, colours, byOrder(seat)) };
}

function actorOf({ action }: Event): Seat | null {
  return action.t === 'draw' || action.t === 'abort' ? null : action.d.seat;
}

function ownersAtStart(rules: RuleSet): Owners {
  const owners: Owners = new Map();
  if (rules.setup === 'flip') return owners;
  const seats = seatsInGame(rules);
  for (const { name, seat, kind } of geometry(rules.board).places) {
    if (seat !== null && kind !== 'camp' && seats.includes(seat)) owners.set(name, seat);
  }
  return owners;
}

type Told = Pick<LogEntry, 'seat' | 'text' | 'notes'>;

function told(event: Event, owners: Owners, rules: RuleSet, words: Catalogue, sides: Sides): Told {
  const { action } = event;
  switch (action.t) {
    case 'move':
      return move(event, action.d, owners, rules, words, sides);
    case 'flip': {
      const { at, army, piece } = action.d.piece;
      if (army !== null) owners.set(at, army);
      const what =
        army !== null && piece !== null ? words.board.knownPiece(words.seats[army], words.pieces[piece]) : '';
      const { seat } = action.d;
      return { seat, text: words.log.flipped(sides.name(seat), pointName(words, at), what), notes: [] };
    }
    case 'timeout': {
      const { seat } = action.d;
      const text = words.log.timeout(sides.name(seat), event.timeouts[seat], rules.timeouts);
      return { seat, text, notes: [] };
    }
    case 'surrender':
      return { seat: action.d.seat, text: words.log.surrender(sides.name(action.d.seat)), notes: [] };
    case 'flee': {
      const { seat } = action.d;
      const say = event.result?.void === true ? words.log.fleeVoid : words.log.flee;
      return { seat, text: say(sides.name(seat)), notes: [] };
    }
    case 'draw':
      return { seat: null, text: words.log.draw, notes: [] };
    case 'abort':
      return { seat: null, text: words.log.abort, notes: [] };
  }
}

function move(
  event: Event,
  { seat, route, fight, scout }: Extract<Event['action'], { t: 'move' }>['d'],
  owners: Owners,
  rules: RuleSet,
  words: Catalogue,
  sides: Sides,
): Told {
  const from = route[0] as Point;
  const to = route.at(-1) as Point;
  const army = owners.get(from) ?? sides.colours?.[seat] ?? seat;
  const defender = owners.get(to);
  const notes: string[] = [];
  if (fight !== null) notes.push(fought(fight, army, defender, words));
  if (scout?.piece) notes.push(words.log.scouted(pointName(words, scout.at), words.pieces[scout.piece]));
  for (const flag of event.flags) notes.push(flagLine(flag, rules, words));

  owners.delete(from);
  if (fight === 'both') owners.delete(to);
  if (fight === null || fight === 'attacker') owners.set(to, army);
  const text = words.log.moved(sides.name(seat), pointName(words, from), pointName(words, to));
  return { seat, text, notes };
}

function fought(
  fight: 'attacker' | 'defender' | 'both',
  attacker: Seat,
  defender: Seat | undefined,
  words: Catalogue,
): string {
  const one = words.seats[attacker];
  const other = defender === undefined ? null : words.seats[defender];
  switch (fight) {
    case 'attacker':
      return other === null ? words.log.takesOne(one) : words.log.takes(one, other);
    case 'defender':
      return other === null ? words.log.lostOne(one) : words.log.lost(one, other);
    case 'both':
      return defender === undefined
        ? words.log.bothGone
        : words.log.both(words.seatSigns[attacker], words.seatSigns[defender]);
  }
}

function flagLine({ seat, at }: FlagShown, rules: RuleSet, words: Catalogue): string {
  const say = rules.sight === 'open' ? words.log.flagAt : words.log.flagShown;
  return say(words.seats[seat], pointName(words, at));
}

function outs(event: Event, words: Catalogue, sides: Sides): string[] {
  return event.out
    .filter(({ reason }) => reason !== 'flee')
    .map(({ seat, reason }) => words.log.out(sides.name(seat), words.outReasons[reason]));
}
