import { countPageView } from '@sathi/contract/analytics.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/db.ts';
import { createBatcher } from '../../http/batch.ts';
import { runOnce } from '../../http/idempotency.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { addPageViews, type PageView } from './analytics.repository.ts';

/** Counts of each day, route pattern and language; they say nothing about who opened the page. */
export function analyticsRoutes(app: FastifyInstance, { db, now }: Outside): void {
  // All page views count on the same few rows. Views that arrive while one statement runs are added up by the next.
  const count = createBatcher(async (views: readonly PageView[]) => {
    await addPageViews(db, views);
    return views.map(() => null);
  });

  mount(app, countPageView, async ({ body: { route, language }, caller, attempt }) => {
    const view = { day: now().toISOString().slice(0, 10), route, language };
    // The view of a person with a key counts once (R6.3). A visitor is no user, and visitors' keys would fill a table.
    if (caller !== null && attempt.key !== null) return runOnce(db, attempt, now(), async (tx) => addOne(tx, view));
    await count(view);
    return {};
  });
}

async function addOne(tx: Tx, view: PageView): Promise<Record<string, never>> {
  await addPageViews(tx, [view]);
  return {};
}
