/** `test` with a server per test and people who arrive at it. */

import { expect, test as base } from '@playwright/test';

import { Person } from './person';
import { watchPolicy } from './policy';
import { Server } from './server';

interface Fixtures {
  /** Nothing in any page does what the server's Content-Security-Policy forbids. */
  readonly policy: undefined;
  /** What the server is told beside its place: for `test.use`. */
  readonly settings: readonly string[];
  /** A server of the test's own, so that no test meets what another left. */
  readonly server: Server;
  /** A new person in a browser context of their own. */
  readonly arrive: (name: string) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  policy: [
    async ({ browser }, use) => {
      const watch = watchPolicy(browser);
      await use(undefined);
      expect(watch.end(), 'what the Content-Security-Policy forbids').toEqual([]);
    },
    { auto: true },
  ],
  settings: [[], { option: true }],
  server: async ({ settings }, use) => {
    const server = await Server.start(settings);
    await use(server);
    await server.drop();
  },
  arrive: async ({ browser, server }, use) => {
    const people: Person[] = [];
    await use(async (name) => {
      const person = await Person.arrive(browser, server.address, name);
      people.push(person);
      return person;
    });
    for (const person of people) await person.leave();
  },
});

export { expect } from '@playwright/test';
export { Person } from './person';
