import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** One opening of a kind of page, without any trace of the reader. `day` is UTC. */
export type PageView = { readonly day: string; readonly route: string; readonly language: string };

/** Adds up any number of views with one statement and in one order. */
export async function addPageViews(db: Db, views: readonly PageView[]): Promise<void> {
  await sql`
    insert into page_views (day, route, language, count)
    select v.day, v.route, v.language, count(*) from unnest(
      ${views.map(({ day }) => day)}::date[], ${views.map(({ route }) => route)}::text[],
      ${views.map(({ language }) => language)}::text[]
    ) as v (day, route, language)
    group by v.day, v.route, v.language order by v.day, v.route, v.language
    on conflict (day, route, language) do update set count = page_views.count + excluded.count`.execute(db);
}

export type RouteCount = { readonly route: string; readonly language: string; readonly count: number };

/** The counts since that day, the day included; the most opened first. */
export async function listRouteCounts(db: Db, sinceDay: string): Promise<RouteCount[]> {
  const { rows } = await sql<RouteCount>`
    select route, language, sum(count)::bigint as count from page_views where day >= ${sinceDay}::date
    group by route, language order by sum(count) desc, route, language`.execute(db);
  return rows;
}
