import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { dueNow } from '../../db/due-now.ts';
import { hint } from '../../db/hints.ts';
import { asOperation, CHAIN_CHANNEL, type ChainOperation, OPERATION_COLUMNS } from './chain-operations.repository.ts';

/** The operations that wait for an operator, oldest first. */
export async function listStuck(db: Db): Promise<ChainOperation[]> {
  const rows = await db
    .selectFrom('chainOperations')
    .select(OPERATION_COLUMNS)
    .where('status', '=', 'stuck')
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map(asOperation);
}

/**
 * Lets stuck operations go on from the step where they stopped. A setup is given up instead, because the next one is
 * made from the state of the chain.
 * @returns how many
 */
export async function retryStuck(db: Db, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const retried = await db
    .updateTable('chainOperations')
    .set({
      status: sql<'pending' | 'failed'>`case kind when 'setup' then 'failed' else 'pending' end`,
      error: null,
      faults: 0,
      runAt: dueNow(now),
      updatedAt: now,
    })
    .where('status', '=', 'stuck')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  await hint(db, CHAIN_CHANNEL, '');
  return retried.length;
}

/** How many operations are not done, and how old the oldest is, in seconds. */
export async function countUndone(db: Db, now: Date) {
  const { rows } = await sql<{ status: 'pending' | 'stuck'; count: number; oldest: number }>`
    select status, count(*)::int as count,
      greatest(0, extract(epoch from ${now}::timestamptz - min(created_at)))::float8 as oldest
    from chain_operations where status in ('pending', 'stuck') group by status`.execute(db);
  return rows;
}
