import { defineConfig } from '@playwright/test';

import shared from '../playwright.config';

/** How quick the client is, on servers of its own: `npm run timings`, with SIGUO_BIN as for the browser tests, or `make bench`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.timings.ts',
  outputDir: '../test-results',
  timeout: 1_800_000,
  // Nothing beside what is measured, and one process for all figures.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  use: { ...shared.use, contextOptions: {} },
});
