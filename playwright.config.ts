import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './scripts/chromium.ts';

/** Journeys through the real product: the built web app, the real server, the embedded database, Debian's Chromium. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // A folder of its own: the runner empties it.
  outputDir: 'test-results/artifacts',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    launchOptions: CHROMIUM,
    viewport: { width: 1280, height: 800 },
    // Only offline.spec.ts is about it; elsewhere a request that is intercepted must not pass it by.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
