import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './scripts/chromium.ts';
import { isGate } from './scripts/tests/gate.ts';

const specs = readdirSync('e2e').filter((name) => name.endsWith(isGate ? '.gate.spec.ts' : '.spec.ts'));
const isLook = (name: string) => name.includes('.look.');

/**
 * Each file is a project, which has its own server with fresh demo data: no journey depends on another or its failing.
 * Those that only look and change nothing are one project, so that each worker needs one server for all of them.
 */
const projects = [
  { name: 'looks', testMatch: specs.filter(isLook) },
  ...specs
    .filter((name) => !isLook(name))
    .map((name) => ({ name: name.replace(/(\.gate)?\.spec\.ts$/, ''), testMatch: name })),
];

/** Journeys through the real product: the built web app, the real server, the embedded database. */
export default defineConfig({
  testDir: 'e2e',
  projects,
  // A folder of its own: the runner empties it.
  outputDir: 'test-results/artifacts',
  globalSetup: './e2e/seeded-folder.ts',
  // A journey waits for more than half of its time, so two cores carry three.
  workers: '150%',
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env['JOURNEY_REPORT'] ?? 'test-results/journeys.json' }]],
  use: {
    actionTimeout: 15_000,
    launchOptions: CHROMIUM,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
    // Few journeys are about it; elsewhere a request that is intercepted must not pass it by.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace takes a quarter of the time and is looked at after one run in many: `npx playwright test --trace on`.
    trace: 'off',
  },
});
