import { defineConfig } from '@playwright/test';

import shared from '../playwright.config';

/** Pictures of games on servers of their own: `npm run pictures:games`, with SIGUO_BIN and SIGUO_SHARED as for the browser tests. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../test-results',
});
