import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { listTransactions as listTransactionsCall } from '@sathi/contract/repayments.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { JournalKind } from '../../ledger/ledger.ts';
import { localSum, PAID, WITHDRAWN } from '../proposals/local-sums.repository.ts';

type TransactionRow = DataOf<typeof listTransactionsCall>[number];
type Purpose = TransactionRow['purpose'];
type Direction = TransactionRow['direction'];
type Page = { readonly limit: number; readonly before: number | null };

type Side = 'owner' | 'staff' | 'backer';
/**
 * A payment that was only entered or was rejected is no movement: it waits or it never was (R10.1). Nor is money that comes in
 * or is awaited for what was backed before. What is written off or forgiven moves no money but the cents that it frees, which
 * the loan held for its backers (R9.5, R22.9).
 */
type MovingKind = Extract<
  JournalKind,
  | 'backing'
  | 'release'
  | 'lapsed'
  | 'cancelled'
  | 'taken_over'
  | 'withdrawal_sent'
  | 'withdrawal_failed'
  | 'payment_approved'
  | 'payment_reversed'
  | 'forgiven'
  | 'written_off'
>;

/** The name of each journal, and the direction of the money as its reader sees it. */
const JOURNALS: Readonly<Record<MovingKind, { purpose: Purpose } & { readonly [side in Side]: Direction }>> = {
  backing: { purpose: 'backing', owner: 'in', staff: 'in', backer: 'out' },
  release: { purpose: 'backing_released', owner: 'out', staff: 'out', backer: 'in' },
  lapsed: { purpose: 'backing_released', owner: 'out', staff: 'out', backer: 'in' },
  cancelled: { purpose: 'backing_released', owner: 'out', staff: 'out', backer: 'in' },
  taken_over: { purpose: 'backing_released', owner: 'out', staff: 'out', backer: 'in' },
  withdrawal_sent: { purpose: 'withdrawal', owner: 'in', staff: 'out', backer: 'out' },
  withdrawal_failed: { purpose: 'withdrawal_failed', owner: 'out', staff: 'in', backer: 'in' },
  payment_approved: { purpose: 'repayment', owner: 'out', staff: 'in', backer: 'in' },
  payment_reversed: { purpose: 'repayment_reversed', owner: 'in', staff: 'out', backer: 'out' },
  forgiven: { purpose: 'repayment', owner: 'out', staff: 'in', backer: 'in' },
  written_off: { purpose: 'repayment', owner: 'out', staff: 'in', backer: 'in' },
};

const FREEING_KINDS = ['forgiven', 'written_off'];
const MOVING_KINDS = Object.keys(JOURNALS).filter((kind) => !FREEING_KINDS.includes(kind));
/** A part that the institution takes over changes nothing for the loan itself. */
const LOAN_KINDS = MOVING_KINDS.filter((kind) => kind !== 'taken_over');

type JournalRow = {
  readonly id: number;
  readonly kind: MovingKind;
  readonly amount: Cents;
  readonly local: LocalSum | null;
  readonly date: Date;
};

/** Every movement of a loan, newest first, for its owner and its staff. `page.before` is the id to continue below. */
export async function listLoanTransactions(
  db: Db,
  proposalId: ProposalId,
  page: Page,
  side: 'owner' | 'staff',
): Promise<TransactionRow[]> {
  const { rows } = await sql<JournalRow>`
    select j.id, j.kind, j.amount_cents as amount, coalesce(${localSum(PAID)}, ${localSum(WITHDRAWN)}) as local, j.at as date
    from journals j join proposals p on p.id = j.proposal_id
    left join payments y on y.proposal_id = j.proposal_id and y.id = j.payment_id
    left join withdrawals w on w.proposal_id = j.proposal_id and w.id = j.withdrawal_id
    where j.proposal_id = ${proposalId} and j.kind = any (${LOAN_KINDS}::text[])
      and (${page.before}::bigint is null or j.id < ${page.before}::bigint)
    order by j.id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => transactionOf(row, side));
}

/**
 * The movements between a loan and one backer's own money, newest first. Every such journal moves the backer's claim by
 * the same amount, and the claim's transfers are few however large the loan or the backer's other business is. A claim that its
 * backer gives up, and one that becomes lost, brings them nothing.
 */
export async function listBackerTransactions(
  db: Db,
  proposalId: ProposalId,
  userId: UserId,
  page: Page,
): Promise<TransactionRow[]> {
  const { rows } = await sql<JournalRow>`
    with claim as materialized (
      select id from accounts where kind in ('claim', 'lost') and proposal_key = ${proposalId} and user_key = ${userId}
    ), moved as (
      select journal_id, amount_cents, to_account_id from transfers where from_account_id in (select id from claim)
      union all
      select journal_id, amount_cents, null from transfers where to_account_id in (select id from claim)
    )
    select j.id, j.kind, m.amount_cents as amount, null::jsonb as local, j.at as date
    from moved m join journals j on j.proposal_id = ${proposalId} and j.id = m.journal_id
    left join accounts o on o.id = m.to_account_id and o.kind = 'owed'
    where (j.kind = any (${MOVING_KINDS}::text[]) or (j.kind = any (${FREEING_KINDS}::text[]) and o.id is not null
        and (j.kind = 'written_off' or j.actor_id <> ${userId})))
      and (${page.before}::bigint is null or j.id < ${page.before}::bigint)
    order by j.id desc limit ${page.limit}`.execute(db);
  return rows.map((row) => transactionOf(row, 'backer'));
}

function transactionOf({ kind, ...row }: JournalRow, side: Side): TransactionRow {
  return { ...row, purpose: JOURNALS[kind].purpose, direction: JOURNALS[kind][side] };
}
