/** The keys of a board beyond moving about: names of points, questions, ways to the parts around. */

import type { Point } from '../board';
import { NOTHING_TYPED, typed, TYPING_MS } from './typing';

export type Question = 'stands' | 'moves' | 'turn' | 'last';

export interface BoardKeys {
  /** The letter of the field that figures alone mean. */
  own(): string;
  goTo(point: Point): void;
  ask(question: Question, at: Point): void;
  /** Points out the point to the partner, or the way to it from what is selected. */
  pointOut(at: Point): void;
  lead(to: 'talk' | 'deeds' | 'aids'): void;
  help(): void;
}

const QUESTIONS: Readonly<Record<string, Question>> = { s: 'stands', m: 'moves', t: 'turn', l: 'last' };
const WAYS: Readonly<Record<string, 'talk' | 'deeds' | 'aids'>> = { c: 'talk', d: 'deeds', k: 'aids' };

/** They count only while a point of the board has the focus. */
export function listenToKeys(element: HTMLElement, keys: BoardKeys): () => void {
  let begun = '';
  let since = -Infinity;

  function pressed(event: KeyboardEvent): void {
    const at = event.target instanceof Element ? event.target.getAttribute('data-point') : null;
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.timeStamp - since > TYPING_MS) begun = '';
    const name = typed(begun, event.key, keys.own());
    if (name !== NOTHING_TYPED) {
      begun = name.begun;
      since = event.timeStamp;
      if (name.point !== null) keys.goTo(name.point);
      event.preventDefault();
      return;
    }
    begun = '';
    const key = event.key.toLowerCase();
    const question = QUESTIONS[key];
    const way = WAYS[key];
    if (question !== undefined) keys.ask(question, at);
    else if (key === 'i') keys.pointOut(at);
    else if (way !== undefined) keys.lead(way);
    else if (key === '?' || key === '？') keys.help();
    else return;
    event.preventDefault();
  }

  element.addEventListener('keydown', pressed);
  return () => element.removeEventListener('keydown', pressed);
}
