import type { FastifyInstance } from 'fastify';
import { beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { publicOrigin } from '../config/public-origin.ts';
import { servePages } from '../rendering/serve-pages.ts';
import type { useWorld } from './world.ts';

/** The interface and the pages of one server, for the tests of a file. The pages are part of the built web app. */
export function useServedPages(world: ReturnType<typeof useWorld>): { readonly app: FastifyInstance } {
  let app: FastifyInstance;
  beforeAll(async () => {
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
