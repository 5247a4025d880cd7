/** One person against three bots. */

import type { Person } from './person';

export async function startPractice(person: Person, layout: string): Promise<void> {
  await person.page.getByRole('button', { name: '开始', exact: true }).click();
  await person.arrange(layout);
  await person.until(() => person.phase === 'playing');
}

/** Plays own turns with the first legal move until so many steps of the game are made, or it has ended. */
export async function playUntil(person: Person, steps: number): Promise<void> {
  const over = (): boolean => person.phase !== 'playing' || person.view.steps >= steps;
  for (;;) {
    await person.until(() => over() || person.moves.length > 0);
    if (over()) return;
    const [piece] = person.moves;
    const [to] = piece?.to ?? [];
    if (piece === undefined || to === undefined) throw new Error('on turn without a move');
    const before = person.view.steps;
    await person.move(piece.from, to);
    await person.until(() => person.phase !== 'playing' || person.view.steps > before);
  }
}
