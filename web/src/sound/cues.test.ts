import { existsSync, readFileSync, statSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Event, Happened, Phase, RoomSnapshot, Said, View } from '../api/types';
import { EVENTS, VIEWS } from '../gallery/fixture';
import { arranging, ended, playing, roomIn } from '../gallery/people';
import { fold } from '../game/fold';
import { CUES, cueOf, heardBetween, type Cue } from './cues';

const START = VIEWS[0] as View;
const QUIET = EVENTS[0] as Event;
const never = (): boolean => false;

function event(action: Happened, change: Partial<Event> = {}): Event {
  return { ...QUIET, action, ...change };
}

function fightOf(
  seat: 'red' | 'purple' | 'blue',
  to: string,
  fight: 'attacker' | 'defender' | 'both',
): Event {
  return event({ t: 'move', d: { seat, route: [`${seat.charAt(0)}15`, to], fight, scout: null } });
}

describe('a fight', () => {
  // Green's front piece is attacked, or red's own.
  it.each<[seat: 'red' | 'purple' | 'blue', to: string, fight: 'attacker' | 'defender' | 'both', Cue]>([
    ['red', 'g11', 'attacker', 'capture'],
    ['red', 'g11', 'defender', 'own-lost'],
    ['red', 'g11', 'both', 'both'],
    ['purple', 'r11', 'attacker', 'own-lost'],
    ['purple', 'r11', 'defender', 'lost'],
    ['purple', 'r11', 'both', 'both'],
    ['blue', 'g11', 'attacker', 'capture'],
    ['blue', 'g11', 'defender', 'lost'],
    ['blue', 'g11', 'both', 'both'],
  ])('of %s at %s that leaves %s sounds as %s to red', (seat, to, fight, cue) => {
    expect(cueOf(START, fightOf(seat, to, fight), 'red')).toBe(cue);
  });

  it('sounds to a spectator as it went', () => {
    expect(cueOf(START, fightOf('purple', 'r11', 'attacker'), null)).toBe('capture');
    expect(cueOf(START, fightOf('purple', 'r11', 'defender'), null)).toBe('lost');
  });
});

describe('other actions', () => {
  it.each<[string, Event, Cue | null]>([
    [
      'a move',
      event({ t: 'move', d: { seat: 'red', route: ['r11', 'n7'], fight: null, scout: null } }),
      'move',
    ],
    [
      'a flip',
      event({ t: 'flip', d: { seat: 'red', piece: { at: 'r11', army: 'blue', piece: '40' } } }),
      'move',
    ],
    ['the own lost turn', event({ t: 'timeout', d: { seat: 'red' } }), 'missed'],
    ['another’s lost turn', event({ t: 'timeout', d: { seat: 'blue' } }), null],
    ['a flag', { ...fightOf('red', 'g11', 'both'), flags: [{ seat: 'green', at: 'g62' }] }, 'flag'],
    [
      'somebody out',
      event(
        { t: 'surrender', d: { seat: 'green' } },
        { out: [{ seat: 'green', reason: 'surrender', step: 30 }] },
      ),
      'out',
    ],
  ])('%s', (_, happened, cue) => {
    expect(cueOf(START, happened, 'red')).toBe(cue);
  });

  it.each<[('red' | 'purple' | 'blue' | 'green')[], 'red' | null, Cue]>([
    [['red', 'blue'], 'red', 'won'],
    [['purple', 'green'], 'red', 'beaten'],
    [[], 'red', 'over'],
    [['red', 'blue'], null, 'over'],
  ])('an end with the winners %j for %s', (winner, own, cue) => {
    const result = { winner, reason: 'flag', void: false, steps: 90 } as const;
    expect(cueOf(START, event({ t: 'draw' }, { result: { ...result, winner } }), own)).toBe(cue);
  });
});

it('what is hidden never changes a sound', () => {
  const games = readFileSync('../vectors/client-fold.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { start: View; steps: [Event, string][] });
  const heard = new Set<Cue | null>();
  for (const { start, steps } of games) {
    const own = start.viewer.t === 'seat' ? start.viewer.d : null;
    let view = start;
    for (const [happened] of steps) {
      const hidden = { ...view, pieces: view.pieces.map((piece) => ({ ...piece, piece: null })) };
      const cue = cueOf(view, happened, own);
      expect(cueOf(hidden, happened, own)).toBe(cue);
      heard.add(cue);
      view = fold(view, happened);
    }
  }
  expect([...heard]).toEqual(expect.arrayContaining(['move', 'capture', 'both', 'lost', 'own-lost', 'flag']));
});

describe('from one state of a room to the next', () => {
  const numbered = EVENTS.map((one, index) => ({ no: index + 1, event: one }));
  const at = (no: number): RoomSnapshot => {
    const phase = playing('none');
    if (phase.t !== 'playing') throw new Error('not playing');
    return roomIn({ t: 'playing', d: { ...phase.d, no, view: VIEWS[no] as View } });
  };
  const hear = (before: RoomSnapshot, after: RoomSnapshot, upTo: number): Cue[] =>
    heardBetween(before, after, numbered.slice(0, upTo), never);

  it('the start is heard, and that it is one’s turn', () => {
    expect(hear(roomIn(arranging), at(0), 0)).toEqual(['start', 'turn']);
  });

  it('each event is heard once, and the own turn after it', () => {
    const quiet = EVENTS.findIndex(
      ({ action, turn }) => action.t === 'move' && !action.d.fight && turn !== 'red',
    );
    expect(hear(at(quiet), at(quiet + 1), quiet + 1)).toEqual(['move']);
    expect(hear(at(3), at(4), 4).at(-1)).toBe('turn');
    expect(hear(at(4), at(4), 4)).toEqual([]);
  });

  it('after a long silence only the latest is heard', () => {
    expect(hear(at(1), at(98), 98)).toHaveLength(1);
    expect(heardBetween(at(1), at(100), numbered.slice(90, 100), never)).toEqual(['turn']);
  });

  it('an offer by another is heard, the own one is not', () => {
    const open = (by: 'red' | 'purple'): Phase => {
      const phase = playing('offered');
      if (phase.t !== 'playing' || phase.d.offer === null) throw new Error('no offer');
      return { ...phase, d: { ...phase.d, offer: { ...phase.d.offer, by } } };
    };
    expect(hear(roomIn(playing('none')), roomIn(open('purple')), 100)).toEqual(['offer']);
    expect(hear(roomIn(playing('none')), roomIn(open('red')), 100)).toEqual([]);
  });

  it('words are heard, unless they are one’s own or muted', () => {
    const before = roomIn(ended());
    const say = (seat: 'red' | 'blue'): RoomSnapshot => {
      const said: Said = {
        channel: 'table',
        by: { id: seat, name: seat, seat },
        words: { t: 'text', d: '!' },
        at: Infinity,
      };
      return { ...before, talk: [...before.talk, said] };
    };
    expect(hear(before, say('blue'), 0)).toEqual(['talk']);
    expect(heardBetween(before, say('blue'), [], ({ by }) => by.id === 'blue')).toEqual([]);
    expect(heardBetween(before, say('red'), [], ({ by }) => by.id === 'blue')).toEqual(['talk']);
  });
});

it('there is a small file for every sound', () => {
  const sizes = CUES.map((cue) => `src/sound/files/${cue}.wav`).map((file) =>
    existsSync(file) ? statSync(file).size : NaN,
  );
  expect(Math.max(...sizes)).toBeLessThan(10_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80_000);
});
