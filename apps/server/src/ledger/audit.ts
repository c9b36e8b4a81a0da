import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';

const MINUTE_MS = 60_000;

export type Violation = { readonly violation: string; readonly proposalId: number | null; readonly detail: string };

/** Every disagreement between the books and their explanations; empty when all is sound (R18.4). */
export async function listViolations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select violation, proposal_id as "proposalId", detail from audit limit 100`.execute(db);
  return rows;
}

type Port = {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: { readonly error: (fields: object, text: string) => void };
  readonly metrics: { readonly auditRuns: { readonly inc: (labels: { outcome: 'sound' | 'wrong' }) => void } };
};

/**
 * Logs violations of the books, so that a person looks while the service stays up (R18.4). Once a minute for all
 * processes, because the audit reads every row.
 * @returns false when another process has looked in this minute
 */
export async function reportViolations({ db, log, now, metrics }: Port): Promise<boolean> {
  if (!(await claimMinute(db, now()))) return false;
  const violations = await transaction(db, async (tx) => {
    // It may take longer than a request.
    await sql`set local statement_timeout = '5min'`.execute(tx);
    return listViolations(tx);
  });
  metrics.auditRuns.inc({ outcome: violations.length > 0 ? 'wrong' : 'sound' });
  if (violations.length > 0)
    log.error({ metric: 'audit_violations', count: violations.length, violations }, 'the books are wrong');
  return true;
}

/** True for one process only in each minute. */
async function claimMinute(db: Db, now: Date): Promise<boolean> {
  const windowStart = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const claimed = await db
    .insertInto('rateCounters')
    .values({ key: 'once:audit', windowStart, count: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
