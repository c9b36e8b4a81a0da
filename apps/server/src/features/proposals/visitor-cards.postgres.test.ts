import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { listCardsById } from './proposal-cards.repository.ts';

const world = useWorld();
const loans = useLoans(world);

/** How often this connection has looked into each table that holds what no visitor is told. */
async function looksOf(tx: Tx) {
  const { rows } = await sql`
    select relname, seq_scan + coalesce(idx_scan, 0) as looks from pg_stat_xact_user_tables
    where relname in ('accounts', 'blocked_people', 'freezes', 'ignored_proposals', 'loan_defaults', 'message_reads', 'messages',
      'mfi_staff', 'payments', 'report_cases', 'withdrawals')
    order by relname`.execute(tx);
  return rows;
}

test('a card for a visitor is read without a look at what no visitor is told', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [10] });
  await transaction(world.db, async (tx) => {
    // The query is planned without its parameters, as a prepared statement of a busy connection is.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const before = await looksOf(tx);
    const cards = await listCardsById(tx, null, [Number(loan.id) as ProposalId]);
    expect(cards).toMatchObject([{ isBackedByReader: false, isReaderOwed: false, unreadMessagesCount: 0 }]);
    expect(await looksOf(tx)).toEqual(before);
  });
});

test('a card is read without a look at what its owner asked for and never got', async () => {
  const loan = await loans.newLoan({ status: 3 });
  const asked = 300;
  await sql`
    insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on,
      created_at)
    select ${loan.owner.id}::bigint, ${ROI}::bigint, 'A sewing machine', 'To sew school uniforms', 10000, 12, '2030-01-01', now()
    from generate_series(1, ${asked}::int)`.execute(world.db);
  const fetched = async (tx: Tx) => {
    const { rows } = await sql<{ count: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'proposals'`.execute(tx);
    return rows[0]?.count ?? 0;
  };
  await transaction(world.db, async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await sql`analyze proposals`.execute(tx);
    const before = await fetched(tx);
    expect(await listCardsById(tx, null, [Number(loan.id) as ProposalId])).toHaveLength(1);
    expect((await fetched(tx)) - before).toBeLessThan(asked / 10);
  });
});
