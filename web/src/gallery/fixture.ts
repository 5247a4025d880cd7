/** A real game's first hundred steps as red saw them, for looking at the screens without a server. */

import type { Event, Fight, Legal, Out, SeenPiece, Seat, View } from '../api/types';
import { SEATS } from '../board';
import { fold } from '../game/fold';
import { parseLayout } from '../layout/layout';
import { seatOfPoint } from '../i18n';
import data from './game.json';

export const LAYOUTS = data.layouts;
const FIGHTS: readonly string[] = ['attacker', 'defender', 'both'];

function start(): View {
  const pieces = SEATS.flatMap((seat): SeenPiece[] => {
    const parsed = parseLayout(LAYOUTS[seat]);
    if (parsed.t === 'faulty') throw new Error(parsed.finding.fault);
    return [...parsed.layout].map(([spot, code]) => ({
      at: `${seat.charAt(0)}${spot}`,
      army: seat,
      piece: seat === 'red' ? code : null,
    }));
  });
  return {
    viewer: { t: 'seat', d: 'red' },
    turn: 'red',
    steps: 0,
    quiet: 0,
    timeouts: { red: 0, purple: 1, blue: 0, green: 2 },
    out: [],
    flags: [],
    colours: null,
    commitment: null,
    fallen: null,
    pieces,
    last: null,
    result: null,
  };
}

let quiet = 0;
export const EVENTS: readonly Event[] = data.steps.map((text, index) => {
  const words = text.split(' ');
  const fight = FIGHTS.includes(words.at(-1) as string) ? (words.pop() as Fight) : null;
  quiet = fight === null ? quiet + 1 : 0;
  const step = index + 1;
  const seat = SEATS[index % 4] as Seat;
  return {
    action: { t: 'move', d: { seat, route: words, fight, scout: null } },
    flags: step === data.purpleFlag.after ? [{ seat: 'purple', at: data.purpleFlag.at }] : [],
    out: [],
    colours: null,
    turn: SEATS[step % 4] as Seat,
    steps: step,
    quiet,
    timeouts: { red: 0, purple: 1, blue: 0, green: 2 },
    result: null,
    opened: null,
  };
});

/** The view after each step, the start first. */
export const VIEWS: readonly View[] = EVENTS.reduce<View[]>(
  (views, event) => [...views, fold(views.at(-1) as View, event)],
  [start()],
);

export const LEGAL: Legal = {
  moves: Object.entries(data.legal as Record<string, string[]>).map(([from, to]) => ({ from, to })),
  flips: [],
};

/** The same game with everybody's pieces open, as after its end. */
export function opened(): SeenPiece[] {
  const codes = new Map(
    SEATS.flatMap((seat) => {
      const parsed = parseLayout(LAYOUTS[seat]);
      if (parsed.t === 'faulty') throw new Error(parsed.finding.fault);
      return [...parsed.layout].map(([spot, code]) => [`${seat.charAt(0)}${spot}`, code] as const);
    }),
  );
  const pieces = new Map(
    [...codes].map(([at, piece]): [string, SeenPiece] => [at, { at, army: seatOfPoint(at), piece }]),
  );
  for (const { action } of EVENTS) {
    if (action.t !== 'move') continue;
    const [from] = action.d.route as [string];
    const to = action.d.route.at(-1) as string;
    const mover = pieces.get(from) as SeenPiece;
    pieces.delete(from);
    if (action.d.fight === 'both') pieces.delete(to);
    if (action.d.fight === null || action.d.fight === 'attacker') pieces.set(to, { ...mover, at: to });
  }
  return [...pieces.values()];
}

export const PURPLE_OUT: Out = { seat: 'purple', reason: 'flag', step: 101 };
