import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { useLoans } from '../../test/loans.ts';
import { useReports } from '../../test/reports.ts';
import { useWorld } from '../../test/world.ts';
import { havePart } from './own-part.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { hide } = useReports(world);

const SHOWN = Array.from({ length: 51 }, (_, index) => (1_000_000 + index) as ProposalId);

/** How often this connection has looked into the accounts. */
async function looksOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ looks: number }>`
    select (seq_scan + idx_scan)::int as looks from pg_stat_xact_user_tables where relid = 'accounts'::regclass`.execute(
    tx,
  );
  return rows[0]?.looks ?? 0;
}

test('own money is looked for once for a page and once for what is hidden, however many loans both are', async () => {
  for (let times = 0; times < 4; times += 1) await hide(await newLoan());
  await transaction(world.db, async (tx) => {
    // Stands before the real table in this transaction, with many claims.
    await sql`create temporary table accounts (like public.accounts including defaults including generated including indexes) on commit drop`.execute(
      tx,
    );
    await sql`insert into accounts (id, kind, balance_cents, user_id, proposal_id)
      select n, 'claim', 0, 1 + n / 5, 2000000 + n % 2000 from generate_series(1, 20000) n`.execute(tx);
    await sql`analyze accounts`.execute(tx);
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const before = await looksOf(tx);
    expect(await havePart(tx, [{ readerId: 7 as UserId, ids: SHOWN }])).toEqual([false]);
    expect((await looksOf(tx)) - before).toBe(2);
  });
});
