/** `test` with a server per file and people who arrive at it. */

import { test as base } from '@playwright/test';

import { Person } from './person';
import { Server, type ServerOptions } from './server';

interface Fixtures {
  /** A new person in a browser context of their own. */
  readonly arrive: (name: string) => Promise<Person>;
}

interface WorkerFixtures {
  readonly serverOptions: ServerOptions;
  readonly server: Server;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverOptions: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverOptions }, use) => {
      const server = await Server.start(serverOptions);
      await use(server);
      await server.drop();
    },
    { scope: 'worker' },
  ],
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
