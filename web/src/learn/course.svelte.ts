/** One learner's way through the tasks: what is shown, what is answered, how far one is. */

import type { Phrase, View } from '../api/types';
import type { Point } from '../board/geometry';
import { fold } from '../game/fold';
import {
  LESSONS,
  SAYINGS,
  SCENES,
  TASKS,
  wayName,
  type Foreseen,
  type LessonId,
  type Step,
  type Task,
} from './lessons';
import type { TaskWords } from './words';

const KEY = 'siguo.learn';
/** Between what one does oneself and what the others do then. */
const REPLY_MS = 900;

export type Phase =
  /** Something is to be done. */
  | 'asked'
  /** A mistake was played and is shown. */
  | 'mistaken'
  /** The right move and what follows it are shown. */
  | 'shown'
  | 'done';

/** What is said about the last thing done; the words are looked up where they are shown. */
export type Answer = (words: TaskWords) => string;

export class Course {
  #at = $state(0);
  #view = $state.raw<View>(SCENES.road.view);
  #no = $state(0);
  #phase = $state<Phase>('asked');
  #answer = $state.raw<Answer | null>(null);
  #unhelpful = $state.raw<Phrase | null>(null);
  #hinted = $state.raw<readonly Point[] | null>(null);
  #done = $state.raw<readonly LessonId[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  /** Goes on where the learner stopped. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    const { at, done } = read(storage.getItem(KEY));
    this.#done = done;
    this.#open(at);
  }

  /** Null once all is done. */
  get task(): Task | null {
    return TASKS[this.#at] ?? null;
  }

  get view(): View {
    return this.#view;
  }

  /** Counts what happened, so that the board plays it as motion. */
  get no(): number {
    return this.#no;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get answer(): Answer | null {
    return this.#answer;
  }

  get unhelpful(): Phrase | null {
    return this.#unhelpful;
  }

  /** The way that a hint shows. */
  get hinted(): readonly Point[] | null {
    return this.#hinted;
  }

  get done(): readonly LessonId[] {
    return this.#done;
  }

  get step(): Step | null {
    return this.task === null ? null : (SCENES[this.task.scene].steps[this.task.step] ?? null);
  }

  /** Whether the next task belongs to another lesson. */
  get lastOfLesson(): boolean {
    return this.task?.lesson !== TASKS[this.#at + 1]?.lesson;
  }

  move(from: Point, to: Point): void {
    if (this.#phase !== 'asked' || this.step === null) return;
    const name = wayName([from, to]);
    const found = (list: readonly Foreseen[]): Foreseen | undefined =>
      list.find(({ way }) => way !== null && wayName(way) === name);
    const right = found(this.step.right);
    const mistake = found(this.step.tries);
    this.#hinted = null;
    if (right !== undefined) this.#show(right);
    else if (mistake !== undefined) {
      this.#happen(mistake, 0);
      this.#phase = 'mistaken';
      this.#answer = ({ tries, wrong }) => tries?.[name] ?? wrong;
    } else this.#answer = ({ wrong }) => wrong;
  }

  say(phrase: Phrase): void {
    if (this.#phase !== 'asked' || this.step === null || this.step.legal !== null) return;
    const [right] = this.step.right;
    if (phrase === SAYINGS[0] && right !== undefined) {
      this.#unhelpful = null;
      this.#show(right);
    } else this.#unhelpful = phrase;
  }

  /** A piece was picked, after another or none. */
  picked(before: Point | null, at: Point): void {
    if (this.#phase !== 'asked' || this.step === null) return;
    const barred = this.step.barred.some((way) => way[0] === before && way[1] === at);
    const names = [...(barred && before !== null ? [wayName([before, at])] : []), at];
    const words = ({ barred }: TaskWords): string | undefined =>
      names.map((name) => barred?.[name]).find((text) => text !== undefined);
    this.#answer = (all) => words(all) ?? '';
  }

  hint(): void {
    const [first] = this.step?.right ?? [];
    const action = first?.events[0]?.action;
    this.#hinted = action?.t === 'move' ? action.d.route : null;
  }

  again(): void {
    this.#open(this.#at);
  }

  next(): void {
    this.#open(this.#at + 1);
  }

  start(lesson: LessonId): void {
    this.#open(TASKS.findIndex((task) => task.lesson === lesson));
  }

  /** To be called when the page goes. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #open(at: number): void {
    clearTimeout(this.#timer);
    this.#at = at;
    this.#answer = null;
    this.#unhelpful = null;
    this.#hinted = null;
    this.#phase = 'asked';
    const { task } = this;
    if (task !== null) {
      const { view, steps } = SCENES[task.scene];
      const before = steps.slice(0, task.step).flatMap(({ right }) => right[0]?.events ?? []);
      this.#view = before.reduce(fold, view);
      // Not the number after the last one: what is set up anew is no motion.
      this.#no += 2;
    }
    this.#keep();
  }

  #show(right: Foreseen): void {
    this.#phase = 'shown';
    this.#answer = null;
    this.#happen(right, 0);
  }

  /** Plays the events one after the other. */
  #happen(foreseen: Foreseen, index: number): void {
    const event = foreseen.events[index];
    if (event === undefined) return;
    this.#view = fold(this.#view, event);
    this.#no += 1;
    if (index + 1 < foreseen.events.length) {
      this.#timer = setTimeout(() => this.#happen(foreseen, index + 1), REPLY_MS);
    } else if (this.#phase === 'shown') this.#finish();
  }

  #finish(): void {
    this.#phase = 'done';
    this.#answer = ({ done }) => done;
    if (this.task !== null && this.lastOfLesson && !this.#done.includes(this.task.lesson))
      this.#done = [...this.#done, this.task.lesson];
    this.#keep();
  }

  #keep(): void {
    // A task that is done is not asked again.
    const at = this.#phase === 'done' ? this.#at + 1 : this.#at;
    this.#storage.setItem(KEY, JSON.stringify({ at, done: this.#done }));
  }
}

function read(text: string | null): { at: number; done: LessonId[] } {
  const nothing = { at: 0, done: [] };
  if (text === null) return nothing;
  try {
    const kept = JSON.parse(text) as { at?: unknown; done?: unknown };
    const listed = Array.isArray(kept.done) ? kept.done : [];
    const done = LESSONS.map(({ id }) => id).filter((id) => listed.includes(id));
    const at = typeof kept.at === 'number' && Number.isInteger(kept.at) ? kept.at : 0;
    return { at: Math.min(Math.max(at, 0), TASKS.length), done };
  } catch {
    return nothing;
  }
}
