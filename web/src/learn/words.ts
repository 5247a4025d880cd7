/** What the introduction says. Each language has its own words for all of it. */

import type { Phrase } from '../api/types';
import type { LessonId, SceneId } from './lessons';

export interface TaskWords {
  /** What one should know first. */
  readonly know?: string;
  readonly task: string;
  readonly done: string;
  /** A move that is legal and not what was asked for. */
  readonly wrong: string;
  /** Mistakes that are played, by their move. */
  readonly tries?: Readonly<Record<string, string>>;
  /** What is answered to who picks a piece that cannot be meant: by its point, or by the move that was wanted with it. */
  readonly barred?: Readonly<Record<string, string>>;
}

export interface LearnWords {
  readonly title: string;
  readonly lead: string;
  readonly lessons: Readonly<Record<LessonId, string>>;
  readonly progress: (done: number, of: number) => string;
  readonly lessonOf: (number: number, of: number) => string;
  readonly doneMark: string;
  readonly hint: string;
  readonly again: string;
  readonly next: string;
  readonly nextLesson: string;
  readonly finish: string;
  readonly sayTitle: string;
  /** By scene, a task a step. */
  readonly tasks: Readonly<Record<SceneId, readonly TaskWords[]>>;
  /** What is answered to a phrase that does not help. */
  readonly unhelpful: Readonly<Partial<Record<Phrase, string>>>;
  /** What else ends a game, and what it scores. */
  readonly ends: readonly string[];
  readonly finished: string;
  readonly finishedLead: string;
  readonly toPractice: string;
  readonly toRules: string;
  readonly fromStart: string;
}
