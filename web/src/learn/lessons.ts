/** The lessons in order, each with its scenes. What happens in a scene is in `scenes.json`, made by the referee. */

import type { Event, Legal, Phrase, Players, View } from '../api/types';
import type { Point } from '../board/geometry';
import data from './scenes.json' with { type: 'json' };

export const LESSONS = [
  { id: 'board', scenes: ['road', 'diagonal', 'headquarters'] },
  { id: 'railways', scenes: ['railway', 'curve', 'blocked', 'corner'] },
  { id: 'engineer', scenes: ['engineer', 'mine'] },
  { id: 'camps', scenes: ['shelter', 'sheltered'] },
  { id: 'fights', scenes: ['rank', 'equal', 'bomb'] },
  { id: 'dark', scenes: ['probe'] },
  { id: 'flag', scenes: ['flag'] },
  { id: 'ends', scenes: ['victory'] },
  { id: 'partner', scenes: ['help', 'way'] },
] as const;
export type LessonId = (typeof LESSONS)[number]['id'];
export type SceneId = (typeof LESSONS)[number]['scenes'][number];

/** A move that the scene foresees, and all that happens by it; `null` where something is said. */
export interface Foreseen {
  readonly way: readonly [from: Point, to: Point] | null;
  readonly events: readonly Event[];
}

export interface Step {
  /** Null where something is to be said. */
  readonly legal: Legal | null;
  readonly right: readonly Foreseen[];
  /** Mistakes that are played, so that one sees what comes of them. */
  readonly tries: readonly Foreseen[];
  readonly barred: readonly (readonly [from: Point, to: Point])[];
}

export interface Scene {
  readonly players: Players;
  readonly view: View;
  readonly steps: readonly Step[];
}

export const SCENES = data as unknown as Readonly<Record<SceneId, Scene>>;

/** One thing to do. */
export interface Task {
  readonly lesson: LessonId;
  readonly scene: SceneId;
  readonly step: number;
}

export const TASKS: readonly Task[] = LESSONS.flatMap(({ id, scenes }) =>
  scenes.flatMap((scene) => SCENES[scene].steps.map((_, step): Task => ({ lesson: id, scene, step }))),
);

/** What may be said where something is to be said; the first is right. */
export const SAYINGS: readonly Phrase[] = ['help-me', 'attack-next', 'good-move', 'let-us-draw'];

export function wayName([from, to]: readonly [Point, Point]): string {
  return `${from}-${to}`;
}
