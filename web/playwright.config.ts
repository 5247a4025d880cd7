import { defineConfig } from '@playwright/test';

// Every test starts a server of its own on a fresh database (e2e/harness/server.ts), so they may run side by side.
export default defineConfig({
  testDir: 'e2e',
  timeout: 180_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  // On a machine that is busy with something else a test may run out of patience: it gets one more try, and is named as flaky.
  retries: 1,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: process.env['SIGUO_CHROMIUM'] ?? '/usr/bin/chromium' },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    // It has tests of its own (e2e/offline.spec.ts).
    serviceWorkers: 'block',
    // Motion has tests of its own; here it would only make clicks wait.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces of five pages cost more than the games themselves.
    trace: process.env['SIGUO_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
