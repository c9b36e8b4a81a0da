import { sql } from 'kysely';
import { currentRequestId, forRequest } from '../config/request-id.ts';
import type { Db, Tx } from '../db/db.ts';
import { dueNow } from '../db/due-now.ts';
import { hint } from '../db/hints.ts';
import { NotYetError, OutOfServiceError } from '../errors/delivery-errors.ts';
import type { Outside } from '../outside/outside.ts';
import { type Backoff, createBackoff, nextTry } from './retries.ts';

/** Work that follows a commit. At least once: its worker passes `dedupeKey` on to make it once. */
export type Job = {
  readonly id: number;
  readonly kind: string;
  readonly dedupeKey: string;
  readonly payload: unknown;
  /** Tries that count, this one included. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** The request that caused it, directly or by another job; null for work by the clock. */
  readonly requestId: string | null;
};
/** Ends within {@link LEASE_SECONDS}, or another process does the same once more. */
export type JobHandler = (job: Job) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type NewJob = {
  readonly kind: string;
  readonly dedupeKey: string;
  readonly payload: unknown;
  /** How long after now the job is taken up, by the clock of the rules; at once when absent. */
  readonly delayMs?: number;
};

/** Each notification names the kind of the jobs that were written. */
export const OUTBOX_CHANNEL = 'outbox';
/** How many jobs of one kind a process does at once. */
const LANE_WIDTH = 10;
export const LEASE_SECONDS = 60;
/** A job that was taken up and is wanted again is done so much later, once for all who want it meanwhile. */
const AGAIN_MS = 5_000;
/** One statement takes at most 65,535 parameters, and a popular loan has more backers than fit into that. */
const INSERT_BATCH = 1000;
const ERROR_LENGTH_MAX = 500;

/**
 * Writes jobs in the transaction that causes them; a job with a known `dedupeKey` is not written again. `now` is that of the
 * rules.
 */
export async function enqueue(tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  for (let first = 0; first < jobs.length; first += INSERT_BATCH) {
    await insert(tx, jobs.slice(first, first + INSERT_BATCH), now);
  }
  const kinds = [...new Set(jobs.map(({ kind }) => kind))];
  for (const kind of kinds) await hint(tx, OUTBOX_CHANNEL, kind);
}

/**
 * As {@link enqueue}, for a job that reads anew all that happened under its key: while it waits it is wanted once, and one that was taken
 * up before is done once more {@link AGAIN_MS} later. The row of one that waits is locked, so that it runs after this commit; one that was
 * taken up gets a new id, so that no end of the try under way is the end of the new one.
 */
export async function enqueueAgain(tx: Tx, job: NewJob, now: Date): Promise<void> {
  const row = rowOf(job, now);
  const runAt = new Date(now.getTime() + AGAIN_MS);
  const written = await tx
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('dedupeKey')
        .doUpdateSet({ ...row, id: sql`default`, runAt, attempts: 0, doneAt: null, failedAt: null, lastError: null })
        .where((job) => job.or([job('outbox.doneAt', 'is not', null), job('outbox.attempts', '>', 0)])),
    )
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirst();
  // The lane looks by itself for what is wanted again.
  if (written?.isFirst) await hint(tx, OUTBOX_CHANNEL, job.kind);
}

async function insert(tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(jobs.map((job) => rowOf(job, now)))
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .execute();
}

function rowOf({ kind, dedupeKey, payload, delayMs }: NewJob, now: Date) {
  return {
    kind,
    dedupeKey,
    payload: JSON.stringify(payload),
    // A moment of the rules, which their clock reaches sooner than the real one when it jumps.
    runAt: delayMs ? new Date(now.getTime() + delayMs) : dueNow(now),
    createdAt: dueNow(now),
    requestId: currentRequestId(),
  };
}

/**
 * Each kind of job has a lane of its own, so that none waits behind another. A job is leased for a minute, done outside any
 * transaction, then settled; a process that dies leaves its leases to run out, and another takes the job up.
 */
export type Outbox = {
  readonly kinds: readonly string[];
  /**
   * Does the waiting work of one kind until none is left; at most one drain at a time for each kind. @returns how many
   * were taken
   */
  readonly drain: (kind: string) => Promise<number>;
  /** Tells a lane that waits for its work under way that there may be more to take up. */
  readonly wake: (kind: string) => void;
  /** Lets the work under way end and takes up no more. */
  readonly stop: () => void;
};

type Workshop = Pick<Outside, 'db' | 'now' | 'realNow' | 'log'>;

export function createOutbox(workshop: Workshop, handlers: JobHandlers): Outbox {
  let isStopped = false;
  const lanes = new Map(
    Object.entries(handlers).map(([kind, handler]) => [kind, createLane(workshop, kind, handler, () => isStopped)]),
  );
  return {
    kinds: [...lanes.keys()],
    drain: async (kind) => lanes.get(kind)?.drain() ?? 0,
    wake: (kind) => lanes.get(kind)?.wake(),
    stop: () => {
      isStopped = true;
    },
  };
}

/** Does all waiting work, and the work that follows from it. @returns how many jobs were taken */
export async function drainOutbox(workshop: Workshop, handlers: JobHandlers): Promise<number> {
  const { kinds, drain } = createOutbox(workshop, handlers);
  let taken = 0;
  for (;;) {
    const counts = await Promise.all(kinds.map(drain));
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count === 0) return taken;
    taken += count;
  }
}

type Lane = { readonly drain: () => Promise<number>; readonly wake: () => void };

function createLane(workshop: Workshop, kind: string, handler: JobHandler, isStopped: () => boolean): Lane {
  const { db, realNow } = workshop;
  const backoff = createBackoff();
  /** Jobs that are done, but the database did not take the news: none may be done again when its lease runs out. */
  const done = new Map<number, Date>();
  const underWay = new Set<Promise<void>>();
  let wake = (): void => {};
  const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));

  const drain = async (): Promise<number> => {
    let taken = 0;
    for (const [id, doneAt] of done) await settle(db, done, id, doneAt);
    for (;;) {
      const room = LANE_WIDTH - underWay.size;
      // One job at a time asks whether the other side is back while it is away.
      const wanted = backoff.isPaused(realNow()) || isStopped() ? 0 : backoff.isProbing() ? Math.min(1, room) : room;
      const jobs = wanted === 0 ? [] : await lease(workshop, kind, wanted);
      taken += jobs.length;
      for (const job of jobs) {
        const work = forRequest(job.requestId, () => run(workshop, job, handler, { backoff, done })).finally(() =>
          underWay.delete(work),
        );
        underWay.add(work);
      }
      if (underWay.size === 0) return taken;
      // A few that hang leave the other places to those that do not.
      do await Promise.race([...underWay, woken()]);
      while (underWay.size > LANE_WIDTH / 2);
    }
  };
  return { drain, wake: () => wake() };
}

/**
 * Leases and retries run out by the real clock; a job that nobody has tried yet waits for that of the rules, which is never
 * behind it.
 */
async function lease({ db, now, realNow }: Workshop, kind: string, limit: number): Promise<Job[]> {
  const realAt = realNow();
  const leasedUntil = new Date(realAt.getTime() + LEASE_SECONDS * 1000);
  const { rows } = await sql<Job>`
    update outbox set attempts = attempts + 1, run_at = ${leasedUntil}
    where id in (
      select id from outbox
      where kind = ${kind} and done_at is null and failed_at is null and run_at <= ${now()}
        and (run_at <= ${realAt} or (attempts = 0 and last_error is null))
      order by run_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, kind, dedupe_key as "dedupeKey", payload, attempts, created_at as "createdAt",
      request_id as "requestId"`.execute(db);
  return rows;
}

type LaneState = { readonly backoff: Backoff; readonly done: Map<number, Date> };

async function run(workshop: Workshop, job: Job, handler: JobHandler, { backoff, done }: LaneState): Promise<void> {
  const { db, realNow, log } = workshop;
  if (!done.has(job.id)) {
    try {
      // A job that is leased again and again and never settled kills its workers.
      if (nextTry.isExhausted(job)) throw new Error('the job never came to an end');
      await handler(job);
    } catch (error) {
      if (error instanceof OutOfServiceError) backoff.fail(realNow());
      else if (!(error instanceof NotYetError)) backoff.succeed();
      return postpone(workshop, job, error, backoff);
    }
    backoff.succeed();
    log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job done');
    done.set(job.id, realNow());
  }
  await settle(db, done, job.id, done.get(job.id) ?? realNow()).catch((error: unknown) =>
    log.error({ job: job.id, kind: job.kind, err: error }, 'a job is done but could not be settled'),
  );
}

/** The moment between the end of the work and this statement is when a crash makes the work happen twice. */
async function settle(db: Db, done: Map<number, Date>, id: number, doneAt: Date): Promise<void> {
  await db.updateTable('outbox').set({ doneAt, lastError: null }).where('id', '=', id).execute();
  done.delete(id);
}

async function postpone({ db, realNow, log }: Workshop, job: Job, error: unknown, backoff: Backoff): Promise<void> {
  const next = nextTry.after(job, error, realNow(), backoff);
  const lastError = String(error instanceof Error ? error.message : error).slice(0, ERROR_LENGTH_MAX);
  log[next === null ? 'error' : 'warn'](
    { job: job.id, kind: job.kind, attempts: job.attempts, err: error },
    'job failed',
  );
  await db
    .updateTable('outbox')
    .set({ lastError, ...(next === null ? { failedAt: realNow() } : next) })
    .where('id', '=', job.id)
    // Another process may have taken it up since.
    .where('attempts', '=', job.attempts)
    .where('doneAt', 'is', null)
    .execute();
}
