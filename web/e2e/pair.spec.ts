/** Two queue as partners: found by name or by link, matched with another pair, and out of the line together. */

import { expect, test, type Person } from './harness';

async function paired(
  arrive: (name: string) => Promise<Person>,
  names: readonly [string, string],
): Promise<[Person, Person]> {
  const [one, other] = [await arrive(names[0]), await arrive(names[1])];
  for (const person of [one, other]) {
    await person.register();
    await person.page.goto('/');
  }
  await one.page.getByRole('button', { name: '找对家一起排队' }).click();
  return [one, other];
}

test('two pairs, one by name and one by link, are matched and sit opposite', async ({ arrive }) => {
  const [first, second] = await paired(arrive, ['春风', '夏雨']);
  await first.page.getByRole('textbox', { name: '对方的名字' }).fill(second.name);
  await first.page.getByRole('button', { name: '邀请', exact: true }).click();
  await expect(first.page.getByText('已邀请夏雨，等待回应')).toBeVisible();
  await expect(second.page.getByText('春风邀请你做对家')).toBeVisible();
  await second.page.getByRole('button', { name: '同意', exact: true }).click();
  await expect(first.page.getByText('你和夏雨结伴了')).toBeVisible();

  const [third, fourth] = await paired(arrive, ['秋月', '冬雪']);
  await third.page.getByRole('button', { name: '用链接邀请' }).click();
  const link = await third.page.getByRole('textbox', { name: '结伴链接' }).inputValue();
  await fourth.page.goto(link);
  await expect(fourth.page.getByRole('heading', { name: '秋月邀请你做对家' })).toBeVisible();
  await fourth.page.locator('main').getByRole('button', { name: '同意', exact: true }).click();
  await expect(third.page.getByText('你的对家')).toBeVisible();

  // One of each pair lines both up.
  for (const { page } of [first, third]) await page.getByRole('button', { name: '两人一起匹配' }).click();
  const people = [first, second, third, fourth];
  await Promise.all(people.map((person) => person.until(() => person.phase === 'arranging')));
  for (const pair of [
    [first, second],
    [third, fourth],
  ]) {
    const seats = pair.map(({ seat }) => seat).sort();
    expect([
      ['blue', 'red'],
      ['green', 'purple'],
    ]).toContainEqual(seats);
  }
  expect(first.snapshot.ranked).toBe(true);
});

test('who does not want to is no partner, and who leaves the line takes the partner along', async ({
  arrive,
}) => {
  const [one, other] = await paired(arrive, ['松涛', '竹影']);
  const invite = async (): Promise<void> => {
    await one.page.getByRole('textbox', { name: '对方的名字' }).fill(other.name);
    await one.page.getByRole('button', { name: '邀请', exact: true }).click();
    await expect(other.page.getByText('松涛邀请你做对家')).toBeVisible();
  };
  await invite();
  await other.page.getByRole('button', { name: /^不同意/ }).click();
  await expect(one.page.getByText('竹影没有同意')).toBeVisible();

  // Not again at once; by link, whoever opens it says yes.
  await one.page.getByRole('button', { name: '找对家一起排队' }).click();
  await one.page.getByRole('button', { name: '用链接邀请' }).click();
  await other.page.goto(await one.page.getByRole('textbox', { name: '结伴链接' }).inputValue());
  await other.page.locator('main').getByRole('button', { name: '同意', exact: true }).click();
  await one.page.getByRole('button', { name: '两人一起匹配' }).click();
  await expect(other.page.getByText('匹配中')).toBeVisible();
  await other.page.getByRole('button', { name: '停止匹配' }).click();
  await expect(one.page.getByText('对家退出了匹配，你们都不再排队。')).toBeVisible();
});
