/** What one takes a piece for: on every device of the account, and on nobody else's. */

import { expect, test, type Person } from './harness';
import { quietMove, startDuel } from './harness/duel';

// What is promised at all times needs no second try.
test.describe.configure({ retries: 0 });

const MARK = '≥师';

const marksOf = (person: Person): ReturnType<Person['page']['locator']> =>
  person.page.locator('.siguo-board .mark');

/** All that the pages of this person are told from here on, by socket and by requests. */
function told(person: Person): () => string {
  const bodies: string[] = [];
  person.page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      );
  });
  return () => [...bodies, JSON.stringify(person.frames)].join('\n');
}

/** Asked for with the login of this person. */
const kept = (person: Person, game: string): Promise<string> =>
  person.page.evaluate(async (game) => (await fetch(`/api/v1/me/marks/${game}`)).text(), game);

test('a mark is on another device of the account, on its piece, and nobody else is told', async ({
  arrive,
}) => {
  const red = await arrive('赵云');
  const blue = await arrive('马超');
  await red.register();
  await startDuel(red, blue);
  const blueIsTold = told(blue);
  const device = await arrive('另一台');
  await device.logInAs(red.name);
  await device.page.getByRole('link', { name: '回到棋局' }).click();
  await device.until(() => device.phase === 'playing');
  await expect(device.page.getByText(/第 \d+ 步/).first()).toBeVisible();

  await red.until(() => red.moves.length > 0);
  await red.move(...quietMove(red));
  await blue.until(() => blue.moves.length > 0);
  const [from, to] = quietMove(blue);

  await test.step('marked on one device', async () => {
    const saved = red.page.waitForResponse((response) => response.request().method() === 'PUT');
    await red.press(from);
    await red.page.getByRole('button', { name: '师长', exact: true }).click();
    await red.page.getByRole('button', { name: '≥' }).click();
    await expect(marksOf(red)).toHaveText(MARK);
    expect((await saved).status()).toBe(204);
  });

  await test.step('on the other one after a reload, where its piece went', async () => {
    await expect(marksOf(device)).toHaveCount(0);
    await blue.move(from, to);
    await red.until(() => red.view.steps === 2);
    await device.page.reload();
    await expect(marksOf(device)).toHaveText(MARK);
    await expect(device.point(to)).toHaveAttribute('aria-label', /≥师长/);
    await expect(red.point(to)).toHaveAttribute('aria-label', /≥师长/);
  });

  await test.step('and nobody else’s', async () => {
    const { phase } = red.snapshot;
    if (phase.t !== 'playing') throw new Error('the game runs');
    expect(await kept(device, phase.d.game)).toContain('≥38');
    expect(JSON.parse(await kept(blue, phase.d.game))).toEqual({ no: 0, marks: [] });
    await blue.page.reload();
    await expect(blue.page.getByText('第 2 步').first()).toBeVisible();
    await expect(marksOf(blue)).toHaveCount(0);
    expect(blueIsTold()).toContain(`"game":"${phase.d.game}"`);
    expect(blueIsTold()).toContain('"marks":[]');
    expect(blueIsTold()).not.toContain('≥38');
  });

  await test.step('taken away on the other one, it is gone on the first', async () => {
    const saved = device.page.waitForResponse((response) => response.request().method() === 'PUT');
    await device.press(to);
    await device.page.getByRole('button', { name: '清除', exact: true }).click();
    expect((await saved).status()).toBe(204);
    await red.page.reload();
    await expect(red.page.getByText('第 2 步').first()).toBeVisible();
    await expect(marksOf(red)).toHaveCount(0);
  });
});
