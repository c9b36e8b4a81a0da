import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { BUDGET_USED_UP, NOT_YET } from '../errors/delivery-errors.ts';

/**
 * The jobs of one kind that are not done. Times are in seconds; `overdue` counts from when the next one was due, and what waits for its
 * hour or for its budget has no age: of a budget that is used up there is a figure of its own.
 */
export type WaitingJobs = {
  readonly kind: string;
  readonly waiting: number;
  readonly oldest: number;
  readonly overdue: number;
};

export async function listWaiting(db: Db, now: Date): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select kind, count(*)::int as waiting,
      greatest(0, extract(epoch from ${now}::timestamptz - min(created_at) filter (where coalesce(last_error, '') not in (${NOT_YET}, ${BUDGET_USED_UP}))))::float8 as oldest,
      greatest(0, extract(epoch from ${now}::timestamptz - min(run_at)))::float8 as overdue
    from outbox where done_at is null and failed_at is null group by kind`.execute(db);
  return rows;
}

/** Jobs that were given up. Deliveries among them are forgotten after 30 days, all others stay until a person has them tried again. */
export async function countGivenUp(db: Db): Promise<{ readonly kind: string; readonly count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from outbox where failed_at is not null group by kind`.execute(db);
  return rows;
}
