/** A game that four people once played is played again through four browsers; a fifth steps through it afterwards. */

import type { Event, ExpandedGame, View } from '../src/api/types';
import { fold } from '../src/game/fold';
import { zh } from '../src/i18n/zh';
import { expect, test, type Person } from './harness';
import { inspect } from './harness/frames';
import { inWords } from './harness/person';
import { act, areRecordsThere, begin, RECORDED, recordOf, SEATS, sitDown } from './harness/recorded';
import { resultOf } from './harness/table';

/** How the list of steps tells a fight. */
function fightInWords(before: View, { action }: Event): string | null {
  if (action.t !== 'move' || action.d.fight === null) return null;
  const { seat, route, fight } = action.d;
  const defender = before.pieces.find(({ at }) => at === route.at(-1))?.army;
  if (defender === undefined || defender === null) throw new Error(`nobody to fight on ${route.at(-1)}`);
  switch (fight) {
    case 'attacker':
      return zh.log.takes(zh.seats[seat], zh.seats[defender]);
    case 'defender':
      return zh.log.lost(zh.seats[seat], zh.seats[defender]);
    case 'both':
      return zh.log.both(zh.seatSigns[seat], zh.seatSigns[defender]);
  }
}

test('a real game through four browsers, and its replay in a fifth', async ({ arrive, server }) => {
  test.skip(!areRecordsThere(), `no ${RECORDED}`);
  test.setTimeout(600_000);
  const record = recordOf('qq-21');
  const people: Person[] = [];
  for (const seat of SEATS) people.push(await arrive(zh.seats[seat]));
  const [red] = people as [Person];
  await sitDown(people, record);
  await begin(people);

  await test.step('every action is made by hand', async () => {
    await act(people, record.actions);
    await Promise.all(people.map((person) => person.until(() => person.phase === 'ended')));
    expect(resultOf(red)).toMatchObject(record.result);
    for (const { frames } of people) inspect(frames);
  });

  await test.step('the replay shows the same fights', async () => {
    const answer = await fetch(`${server.address}/api/v1/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    expect(answer.status).toBe(200);
    const expanded = (await answer.json()) as ExpandedGame;
    const { phase } = red.snapshot;
    if (phase.t !== 'ended') throw new Error('the game goes on');

    const fifth = await arrive('路人');
    const { page } = fifth;
    await page.goto(`/games/${phase.d.game}`);
    const forward = page.getByRole('button', { name: zh.replay.forward });
    const shown = page.locator('[aria-current="step"]');
    let view = expanded.start;
    await expect.poll(() => fifth.board()).toEqual(inWords(view));
    for (const event of expanded.events) {
      const fight = fightInWords(view, event);
      view = fold(view, event);
      await forward.click();
      if (fight !== null) {
        await expect(shown).toContainText(fight);
        expect(await fifth.board()).toEqual(inWords(view));
      } else {
        await expect(shown).not.toContainText(/吃掉|被.方吃|同归于尽/);
      }
    }
    await expect(forward).toBeDisabled();
  });
});
