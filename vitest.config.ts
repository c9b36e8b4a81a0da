import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './apps/web/catalogue-plugin.ts';
import { CHROMIUM } from './scripts/chromium.ts';
import { isGate } from './scripts/tests/gate.ts';

const CHAIN = 'packages/{devnet,contracts}/**/*.test.ts';
const SERVER = 'apps/server/src';

/**
 * Milliseconds that a busy machine may take for a database, a chain, a contract or a page. Waiting for something
 * expected ends when it comes.
 */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

/** Claims that take long to show are for `npm run test:all`. */
const long = isGate ? ['**/*.long.*'] : [];

/** `TEST_DATABASE` tells the tests which database they are on. */
const server = (database: 'pglite' | 'postgres', include: string, exclude: string) => ({
  test: {
    ...timeouts,
    name: `server-${database}`,
    // Loading the application anew for each file would take longer than most of its tests.
    isolate: false,
    include: [`${SERVER}/**/${include}.ts`],
    exclude: ['**/*.unit.test.ts', `**/*.${exclude}.test.ts`, ...long],
    globalSetup: `${SERVER}/test/template-database.ts`,
    env: { TEST_DATABASE: database },
  },
});

export default defineConfig({
  test: {
    // Tests wait for databases, browsers and processes, so two cores carry three.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...timeouts,
          name: 'unit',
          // Files that share what a worker has loaded take half of the processor's time; what a test replaced goes before the next.
          isolate: false,
          unstubGlobals: true,
          include: ['packages/**/*.test.ts', 'apps/**/*.unit.test.ts', 'scripts/**/*.test.ts', '*.test.ts'],
          exclude: [CHAIN, '**/node_modules/**', ...long],
        },
      },
      // The chain has a project of its own, because `npm test` and `npm run check` leave it out while nothing that it
      // depends on changes.
      { test: { ...timeouts, name: 'chain', include: [CHAIN], exclude: ['**/node_modules/**', ...long] } },
      // Only `npm run test:all` names this project. Each walk has its browser and its server, so two cores carry two.
      {
        test: {
          ...timeouts,
          name: 'browsers',
          include: ['e2e/browsers/*.walk.ts'],
          globalSetup: 'e2e/seeded-folder.ts',
          maxWorkers: 2,
        },
      },
      // The gate shows there what the databases do differently: opening, locking, listening, types.
      server('pglite', isGate ? '*.{both,pglite}.test' : '*.test', 'postgres'),
      server('postgres', '*.test', 'pglite'),
      {
        plugins: [react(), catalogues()],
        // Packages found only while the tests run would be prepared anew, and React would be there twice.
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            '@tanstack/react-query-persist-client',
            'eventsource-parser',
            'idb-keyval',
            'libphonenumber-js/min',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'wouter',
            'wouter/use-browser-location',
          ],
        },
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.tsx'],
          exclude: ['**/node_modules/**', ...long],
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            // Days on the screen are those of the reader's zone, so tests name one.
            provider: playwright({ launchOptions: CHROMIUM, contextOptions: { timezoneId: 'UTC' } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
