import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { publicOrigin } from '../public-origin.ts';
import { servePages } from '../serve-pages.ts';
import type { useWorld } from './world.ts';

/** The pages are part of the built web app: tests of them run where it is built. */
export const isBuilt = existsSync(fileURLToPath(new URL('../../../web/dist/server/entry-server.js', import.meta.url)));

/** The interface and the pages of one server, for the tests of a file. */
export function useServedPages(world: ReturnType<typeof useWorld>): { readonly app: FastifyInstance } {
  let app: FastifyInstance;
  beforeAll(async () => {
    if (!isBuilt) return undefined;
    app = await createApp(world.outside);
    await servePages(app, () => publicOrigin(world.outside.config));
    await app.ready();
    return () => app.close();
  });
  return {
    get app() {
      return app;
    },
  };
}
