import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './apps/web/catalogue-plugin.ts';
import { CHROMIUM } from './scripts/chromium.ts';

/** The same server tests run on both databases; `TEST_DATABASE` picks one. */
const server = (database: 'pglite' | 'postgres') => ({
  test: {
    name: `server-${database}`,
    include: ['apps/server/**/*.test.ts'],
    exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
    globalSetup: 'apps/server/src/test/template-database.ts',
    env: { TEST_DATABASE: database },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.unit.test.ts', '*.test.ts'],
          // Some compile contracts, which takes as long as the machine is busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      server('pglite'),
      server('postgres'),
      {
        plugins: [react(), catalogues()],
        // Found while the tests run, they would be prepared anew, and React would be there twice.
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
          // What is expected to appear is waited for as long as a busy machine takes; what appears ends the waiting.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: CHROMIUM }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
