import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { listTransactions as listTransactionsCall } from '@sathi/contract/repayments.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { JournalKind } from '../../ledger/ledger.ts';

type TransactionRow = DataOf<typeof listTransactionsCall>[number];
type Purpose = TransactionRow['purpose'];
type Direction = TransactionRow['direction'];
type Page = { readonly limit: number; readonly before: number | null };

/** What each journal is called, and which way the money goes seen from the loan and from one of its backers. */
const JOURNALS: Readonly<Record<JournalKind, { purpose: Purpose; loan: Direction; backer: Direction }>> = {
  backing: { purpose: 'backing', loan: 'in', backer: 'out' },
  release: { purpose: 'backing_released', loan: 'out', backer: 'in' },
  withdrawal_sent: { purpose: 'withdrawal', loan: 'out', backer: 'out' },
  withdrawal_failed: { purpose: 'withdrawal_failed', loan: 'in', backer: 'in' },
  payment_entered: { purpose: 'repayment_entered', loan: 'in', backer: 'in' },
  payment_rejected: { purpose: 'repayment_rejected', loan: 'out', backer: 'out' },
  payment_approved: { purpose: 'repayment', loan: 'in', backer: 'in' },
};

type JournalRow = { readonly id: number; readonly kind: JournalKind; readonly amount: Cents; readonly date: Date };

/** Every journal of a loan, newest first: what its owner and its staff see. `page.before` is the id to continue below. */
export async function listLoanTransactions(db: Db, proposalId: ProposalId, page: Page): Promise<TransactionRow[]> {
  const { rows } = await sql<JournalRow>`
    select id, kind, amount_cents as amount, at as date from journals
    where proposal_id = ${proposalId} and (${page.before}::bigint is null or id < ${page.before}::bigint)
    order by id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => transactionOf(row, 'loan'));
}

/**
 * What moved between a loan and one backer's own money, newest first. Every such journal moves the backer's claim by the same
 * amount, and the claim's transfers are few however large the loan or the backer's other business is.
 */
export async function listBackerTransactions(
  db: Db,
  proposalId: ProposalId,
  userId: UserId,
  page: Page,
): Promise<TransactionRow[]> {
  const { rows } = await sql<JournalRow>`
    with claim as materialized (
      select id from accounts where kind = 'claim' and proposal_key = ${proposalId} and user_key = ${userId}
    ), moved as (
      select journal_id, amount_cents from transfers where from_account_id = (select id from claim)
      union all
      select journal_id, amount_cents from transfers where to_account_id = (select id from claim)
    )
    select j.id, j.kind, m.amount_cents as amount, j.at as date
    from moved m join journals j on j.proposal_id = ${proposalId} and j.id = m.journal_id
    where ${page.before}::bigint is null or j.id < ${page.before}::bigint
    order by j.id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => transactionOf(row, 'backer'));
}

function transactionOf({ kind, ...row }: JournalRow, side: 'loan' | 'backer'): TransactionRow {
  return { ...row, purpose: JOURNALS[kind].purpose, direction: JOURNALS[kind][side] };
}
