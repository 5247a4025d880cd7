/** Two people at a board of their own, unranked; the first one is red and begins. */

import { expect } from '@playwright/test';

import type { Person } from './person';

export async function startDuel(red: Person, blue: Person): Promise<void> {
  const { page } = red;
  const choose = (group: string, name: string): Promise<void> =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
  await page.goto('/');
  await page.getByRole('button', { name: '创建房间' }).click();
  await choose('玩法', '单挑');
  await choose('谁能进来', '私密');
  await page.getByLabel('谁先走').selectOption('红方');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await blue.page.goto(await page.getByRole('textbox', { name: '邀请链接' }).inputValue());
  await expect(blue.page.getByText('选一个座位坐下。')).toBeVisible();
  await blue.page
    .getByRole('region', { name: '蓝方', exact: true })
    .getByRole('button', { name: '坐下' })
    .click();
  const people = [red, blue];
  await Promise.all(people.map((person) => person.until(() => person.phase === 'arranging')));
  for (const person of people) await person.arrange('经典');
  await Promise.all(people.map((person) => person.until(() => person.phase === 'playing')));
}

/** The first step of a piece into a camp of its own. */
export function quietMove(person: Person, not: readonly string[] = []): [from: string, to: string] {
  for (const { from, to } of person.moves) {
    const camp = to.find((point) => /[a-z](22|24|33|42|44)$/.test(point));
    if (camp !== undefined && !not.includes(from) && !not.includes(camp)) return [from, camp];
  }
  throw new Error('no quiet move');
}
