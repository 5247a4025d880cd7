import { describe, expect, it, vi } from 'vitest';

import type { Event } from '../api/types';
import { Course } from './course.svelte';
import { en } from './en';
import { LESSONS, SAYINGS, SCENES, TASKS, wayName, type Foreseen, type Task } from './lessons';
import { zh } from './zh';

const LANGUAGES = [
  ['zh', zh],
  ['en', en],
] as const;
const stepOf = ({ scene, step }: Task): (typeof SCENES)['road']['steps'][number] => {
  const found = SCENES[scene].steps[step];
  if (found === undefined) throw new Error(`${scene} has no step ${step}`);
  return found;
};
const fights = ({ events }: Foreseen): (string | null)[] =>
  events.map(({ action }: Event) => (action.t === 'move' ? action.d.fight : null));

function storage(text: string | null = null): Pick<Storage, 'getItem' | 'setItem'> & { kept: string | null } {
  const kept = {
    kept: text,
    getItem: () => kept.kept,
    setItem: (_: string, value: string) => {
      kept.kept = value;
    },
  };
  return kept;
}

/** Does everything right, at once. */
function through(course: Course): void {
  vi.useFakeTimers();
  while (course.task !== null) {
    const [right] = stepOf(course.task).right;
    if (right?.way) course.move(...right.way);
    else course.say(SAYINGS[0] as (typeof SAYINGS)[number]);
    vi.runAllTimers();
    expect(course.phase).toBe('done');
    course.next();
  }
  vi.useRealTimers();
}

describe('the lessons', () => {
  it('have every scene that the referee made', () => {
    expect(LESSONS.flatMap(({ scenes }) => scenes).sort()).toEqual(Object.keys(SCENES).sort());
  });

  it.each(LANGUAGES)('say in %s what to do, what comes of mistakes and what cannot be done', (_, words) => {
    for (const { scene } of TASKS) expect(words.tasks[scene]).toHaveLength(SCENES[scene].steps.length);
    for (const task of TASKS) {
      const told = words.tasks[task.scene][task.step];
      expect(Object.keys(told?.tries ?? {})).toEqual(
        stepOf(task).tries.map(({ way }) => (way === null ? '' : wayName(way))),
      );
      // A refusal is given for a piece that cannot move, or for a move that the referee refuses.
      for (const name of Object.keys(told?.barred ?? {})) {
        const barred = stepOf(task).barred.some((way) => wayName(way) === name || way[0] === name);
        expect(barred, `${task.scene}: ${name}`).toBe(true);
      }
    }
    expect(Object.keys(words.unhelpful)).toEqual(SAYINGS.slice(1));
  });

  it.each(LANGUAGES)('claim in %s nothing of a fight that did not go so', (_, words) => {
    const claims = [
      { fight: 'both', says: /同归于尽|both are lost/i, scenes: ['equal'] },
      { fight: 'defender', says: /阵亡|is lost/, scenes: ['probe'] },
    ] as const;
    for (const { fight, says, scenes } of claims) {
      for (const scene of scenes) {
        expect(words.tasks[scene][0]?.done).toMatch(says);
        expect(fights(SCENES[scene].steps[0]?.right[0] as Foreseen)[0]).toBe(fight);
      }
    }
    for (const task of TASKS)
      for (const mistake of stepOf(task).tries) expect(fights(mistake)).toEqual(['defender']);
  });

  it('ask for moves that the board offers', () => {
    for (const task of TASKS) {
      const { legal, right, tries, barred } = stepOf(task);
      const offered = (legal?.moves ?? []).flatMap(({ from, to }) =>
        to.map((point) => wayName([from, point])),
      );
      for (const { way } of [...right, ...tries]) if (way !== null) expect(offered).toContain(wayName(way));
      for (const way of barred) expect(offered).not.toContain(wayName(way));
    }
  });

  it('end with the victory of one’s own side', () => {
    const last = SCENES.victory.steps.at(-1)?.right[0]?.events.at(-1);
    expect(last?.result).toMatchObject({ winner: ['red', 'blue'], void: false });
  });
});

describe('the course', () => {
  it('can be gone through, and remembers what is done', () => {
    const kept = storage();
    through(new Course(kept));
    expect(JSON.parse(kept.kept ?? '')).toEqual({ at: TASKS.length, done: LESSONS.map(({ id }) => id) });
    expect(new Course(kept).task).toBeNull();
  });

  it('goes on where one stopped', () => {
    const course = new Course(storage(JSON.stringify({ at: 7, done: ['board'] })));
    expect(course.task).toEqual(TASKS[7]);
    expect([...course.done]).toEqual(['board']);
  });

  it.each(['nonsense', '{"at":"x","done":[1]}', '{"at":-3}', 'null'])('begins anew from %s', (text) => {
    expect(new Course(storage(text)).task).toEqual(TASKS[0]);
  });

  it('answers a move that was not asked for, and leaves the board as it was', () => {
    const course = new Course(storage());
    course.start('camps');
    const before = course.view;
    course.move('r61', 'r51');
    expect(course.view).toBe(before);
    expect(course.answer?.(zh.tasks.shelter[0] as never)).toBe(zh.tasks.shelter[0]?.wrong);
  });

  it('plays a mistake, tells it, and sets up again', () => {
    const course = new Course(storage());
    course.start('camps');
    course.move('r23', 'r13');
    expect(course.phase).toBe('mistaken');
    expect(course.view.pieces.some(({ at }) => at === 'r23')).toBe(false);
    expect(course.answer?.(zh.tasks.shelter[0] as never)).toContain('阵亡');
    course.again();
    expect(course.view.pieces.some(({ at }) => at === 'r23')).toBe(true);
  });

  it('says why a piece cannot move, and why one cannot be attacked', () => {
    const course = new Course(storage(JSON.stringify({ at: 2, done: [] })));
    course.picked(null, 'r64');
    expect(course.answer?.(zh.tasks.headquarters[0] as never)).toContain('大本营');
    const camps = new Course(
      storage(JSON.stringify({ at: TASKS.findIndex(({ scene }) => scene === 'sheltered'), done: [] })),
    );
    camps.picked('r43', 'r42');
    expect(camps.answer?.(zh.tasks.sheltered[0] as never)).toBe('排长在行营里，不能攻击。');
  });

  it('answers what does not help, and shows the way', () => {
    const course = new Course(storage());
    course.hint();
    expect(course.hinted).toEqual(['r23', 'r33']);
    course.start('partner');
    course.say('good-move');
    expect(course.unhelpful).toBe('good-move');
    expect(course.phase).toBe('asked');
  });
});

describe('the words', () => {
  it.each(['司令部', '军棋被扛', '开房间', '天梯', '排位'])('are not %s', (word) => {
    expect(JSON.stringify(zh)).not.toContain(word);
  });
});
