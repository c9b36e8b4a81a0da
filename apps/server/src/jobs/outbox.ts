import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { FastifyBaseLogger as Logger } from 'fastify';

/** Work that follows a commit. At least once: whoever does it passes `dedupeKey` on to make it once. */
export type Job = {
  readonly id: number;
  readonly kind: string;
  readonly dedupeKey: string;
  readonly payload: unknown;
  readonly attempts: number;
};
export type JobHandler = (job: Job) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type NewJob = { readonly kind: string; readonly dedupeKey: string; readonly payload: unknown };

export const OUTBOX_CHANNEL = 'outbox';
const BATCH = 20;
const LEASE_SECONDS = 60;
const ATTEMPTS_MAX = 12;
const BACKOFF_SECONDS_MAX = 3600;
/** One statement takes at most 65,535 parameters, and a popular loan has more backers than fit into that. */
const INSERT_BATCH = 1000;
const ERROR_LENGTH_MAX = 500;

/** Writes jobs in the transaction that causes them; a job with a known `dedupeKey` is not written again. */
export async function enqueue(tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  for (let first = 0; first < jobs.length; first += INSERT_BATCH) {
    await insert(tx, jobs.slice(first, first + INSERT_BATCH), now);
  }
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}

async function insert(tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(
      jobs.map((job) => ({
        kind: job.kind,
        dedupeKey: job.dedupeKey,
        payload: JSON.stringify(job.payload),
        runAt: now,
        createdAt: now,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .execute();
}

/**
 * Does what is due, until nothing is. Each job is leased for a minute, done outside any transaction, then settled; a process
 * that dies leaves its leases to run out, and another takes the job up.
 *
 * @returns how many jobs were taken
 */
export async function drainOutbox(db: Db, handlers: JobHandlers, now: () => Date, log: Logger): Promise<number> {
  let taken = 0;
  for (;;) {
    const jobs = await lease(db, now());
    if (jobs.length === 0) return taken;
    taken += jobs.length;
    await Promise.all(jobs.map((job) => run(db, handlers, job, now, log)));
  }
}

async function lease(db: Db, now: Date): Promise<Job[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { rows } = await sql<Job>`
    update outbox set attempts = attempts + 1, run_at = ${leasedUntil}
    where id in (
      select id from outbox
      where done_at is null and failed_at is null and run_at <= ${now}
      order by run_at, id
      limit ${BATCH}
      for update skip locked
    )
    returning id, kind, dedupe_key as "dedupeKey", payload, attempts`.execute(db);
  return rows;
}

async function run(db: Db, handlers: JobHandlers, job: Job, now: () => Date, log: Logger): Promise<void> {
  try {
    // Leased again and again and never settled: whoever took it up died of it.
    if (job.attempts > ATTEMPTS_MAX) throw new Error('the job never came to an end');
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for ${job.kind}`);
    await handler(job);
    await db.updateTable('outbox').set({ doneAt: now(), lastError: null }).where('id', '=', job.id).execute();
  } catch (error) {
    const gaveUp = job.attempts >= ATTEMPTS_MAX;
    const pauseSeconds = Math.min(BACKOFF_SECONDS_MAX, 2 ** job.attempts);
    const lastError = String(error instanceof Error ? error.message : error).slice(0, ERROR_LENGTH_MAX);
    log[gaveUp ? 'error' : 'warn']({ job: job.id, kind: job.kind, attempts: job.attempts, err: error }, 'job failed');
    await db
      .updateTable('outbox')
      .set({
        lastError,
        ...(gaveUp ? { failedAt: now() } : { runAt: new Date(now().getTime() + pauseSeconds * 1000) }),
      })
      .where('id', '=', job.id)
      .execute();
  }
}
