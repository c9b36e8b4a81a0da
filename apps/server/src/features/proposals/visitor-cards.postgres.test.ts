import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
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
