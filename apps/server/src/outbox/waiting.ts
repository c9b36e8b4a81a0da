import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { BUDGET_USED_UP, NOT_YET } from '../errors/delivery-errors.ts';

/** The `last_error` of a mail that the server takes, but not for this receiver yet: a full box, or a server that takes no stranger's first try. */
const DEFERRED = 'smtp % RCPT TO 4%';

/**
 * The jobs of one kind that are not done. Times are in seconds; `overdue` counts from when the next one was due, and what waits for its
 * hour, its budget or its receiver has no age: the last two have figures of their own.
 */
export type WaitingJobs = {
  readonly kind: string;
  readonly waiting: number;
  readonly deferred: number;
  readonly oldest: number;
  readonly overdue: number;
};

export async function listWaiting(db: Db, now: Date): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select kind, count(*)::int as waiting, (count(*) filter (where last_error like ${DEFERRED}))::int as deferred,
      greatest(0, extract(epoch from ${now}::timestamptz - min(created_at) filter (where
        last_error is null or last_error not in (${NOT_YET}, ${BUDGET_USED_UP}) and last_error not like ${DEFERRED})))::float8 as oldest,
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
