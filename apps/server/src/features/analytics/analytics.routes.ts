import { countPageView } from '@sathi/contract/analytics.ts';
import type { FastifyInstance } from 'fastify';
import { createBatcher } from '../../http/batch.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { addPageViews, type PageView } from './analytics.repository.ts';

/** Counts of each day, route pattern and language; who opened the page is neither asked nor kept. */
export function analyticsRoutes(app: FastifyInstance, { db, now }: Outside): void {
  // All page views count on the same few rows. Views that arrive while one statement runs are added up by the next.
  const count = createBatcher(async (views: readonly PageView[]) => {
    await addPageViews(db, views);
    return views.map(() => null);
  });

  mount(app, countPageView, async ({ body: { route, language } }) => {
    await count({ day: now().toISOString().slice(0, 10), route, language });
    return {};
  });
}
