import type { MfiId, PaymentId, ProposalId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { LENT, localSum, OUTSTANDING, PAID } from '../proposals/local-sums.repository.ts';

/** The rows of a file that are read together: `limit` of them after the last one read before, null at first. */
type PageAfter<Row> = { readonly last: Row | null; readonly limit: number };

/** Whether one person did alone an act that takes two, by the audit log (R2.6). */
function isSelfApproved(id: RawBuilder<unknown>, action: 'releaseFunds' | 'approvePayment', mfiId: MfiId) {
  const name = action === 'releaseFunds' ? 'proposalId' : 'id';
  return sql<boolean>`coalesce(${id}::text in (
    select l.details::jsonb ->> ${name}::text from audit_log l
    where l.mfi_id = ${mfiId} and l.action = ${action} and l.actor_id = l.entered_by
  ), false)`;
}

export type ExportedLoan = {
  readonly id: ProposalId;
  readonly title: string;
  readonly borrower: string;
  readonly status: number;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly forgivenCents: Cents;
  readonly defaultedAt: Date | null;
  readonly writtenOffAt: Date | null;
  readonly monthsToRepay: number;
  readonly neededOn: CalendarDate;
  readonly publishedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly fundedAt: Date | null;
  readonly repaidAt: Date | null;
  /** Whether one person did an act that takes two, in an office of one (R2.6). */
  readonly selfApproved: boolean;
  /** The sum that was asked for or paid out, and its rest; null for dollars (R23.7). */
  readonly local: LocalSum | null;
  readonly localOutstanding: LocalSum | null;
};

/** Newest first. Drafts are their owners' alone, so they are in no file. */
export async function listExportedLoans(
  db: Db,
  mfiId: MfiId,
  { last, limit }: PageAfter<ExportedLoan>,
): Promise<ExportedLoan[]> {
  const { rows } = await sql<ExportedLoan>`
    select p.id, p.title, u.first_name || ' ' || u.last_name as borrower, p.status, p.amount_cents as "amountCents",
      p.backed_cents as "backedCents", p.funded_cents as "fundedCents", p.repaid_cents as "repaidCents",
      p.forgiven_cents as "forgivenCents", p.defaulted_at as "defaultedAt", p.written_off_at as "writtenOffAt",
      p.months_to_repay as "monthsToRepay", p.needed_on as "neededOn", p.published_at as "publishedAt",
      p.approved_at as "approvedAt", p.funded_at as "fundedAt", p.repaid_at as "repaidAt",
      ${isSelfApproved(sql`p.id`, 'releaseFunds', mfiId)} as "selfApproved",
      ${localSum(LENT)} as local, ${localSum(OUTSTANDING)} as "localOutstanding"
    from proposals p join users u on u.id = p.owner_id
    where p.mfi_id = ${mfiId} and p.deleted_at is null and p.status >= ${STATUS.published} ${last ? sql`and p.id < ${last.id}` : sql``}
    order by p.id desc limit ${limit}`.execute(db);
  return rows;
}

export type ExportedPayment = {
  readonly id: PaymentId;
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly borrower: string;
  readonly amountCents: Cents;
  readonly state: string;
  readonly enteredAt: Date;
  readonly enteredBy: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly selfApproved: boolean;
  readonly local: LocalSum | null;
  readonly reversalReason: string | null;
  readonly reversedAt: Date | null;
  readonly reversedBy: string | null;
};

/** Newest first. */
export async function listExportedPayments(
  db: Db,
  mfiId: MfiId,
  { last, limit }: PageAfter<ExportedPayment>,
): Promise<ExportedPayment[]> {
  const { rows } = await sql<ExportedPayment>`
    select y.id, p.id as "proposalId", p.title, o.first_name || ' ' || o.last_name as borrower,
      y.amount_cents as "amountCents", y.state, y.entered_at as "enteredAt",
      e.first_name || ' ' || e.last_name as "enteredBy", y.decided_at as "decidedAt",
      d.first_name || ' ' || d.last_name as "decidedBy", y.reason,
      ${isSelfApproved(sql`y.id`, 'approvePayment', mfiId)} as "selfApproved", ${localSum(PAID)} as local,
      y.reversal_reason as "reversalReason", y.reversed_at as "reversedAt",
      v.first_name || ' ' || v.last_name as "reversedBy"
    from payments y
    join proposals p on p.id = y.proposal_id and p.mfi_id = ${mfiId}
    join users o on o.id = p.owner_id
    join users e on e.id = y.entered_by
    left join users d on d.id = y.decided_by
    left join users v on v.id = y.reversed_by
    ${last ? sql`where y.id < ${last.id}` : sql``}
    order by y.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Names an account by its kind, that of a person also by their number, and a credit by the institution that holds it.
 */
function nameOf(account: 'a' | 'b'): RawBuilder<string> {
  const [kind, user, holder] = ['kind', 'user_id', 'mfi_id'].map((column) => sql.ref(`${account}.${column}`));
  return sql`${kind} || case ${user} when m.house_id then ':house' when m.fund_id then ':fund' else coalesce(':' || ${user}, '') end
    || coalesce(':' || ${holder}, '')`;
}

export type ExportedTransfer = {
  readonly transferId: number;
  readonly journalId: number;
  readonly at: Date;
  readonly kind: string;
  readonly proposalId: ProposalId;
  readonly ledger: string;
  readonly fromAccount: string;
  readonly toAccount: string;
  readonly amountCents: Cents;
};

/**
 * The double entries, each with both accounts: loan by loan, newest first, and those of no loan last. People appear by their
 * number alone, the institution itself by the name of its account (R19.3).
 */
export async function listExportedTransfers(
  db: Db,
  mfiId: MfiId,
  { last, limit }: PageAfter<ExportedTransfer>,
): Promise<ExportedTransfer[]> {
  const after = last
    ? sql`and (t.proposal_id, t.journal_id, t.id) < (${last.proposalId}::bigint, ${last.journalId}::bigint, ${last.transferId}::bigint)`
    : sql``;
  const { rows } = await sql<ExportedTransfer>`
    select t.id as "transferId", j.id as "journalId", j.at, j.kind, j.proposal_id as "proposalId", a.ledger,
      ${nameOf('a')} as "fromAccount", ${nameOf('b')} as "toAccount",
      t.amount_cents as "amountCents"
    from mfis m
    join (
      select p.mfi_id as of_mfi, j.* from proposals p join journals j on j.proposal_id = p.id
      union all
      select j.mfi_id, j.* from journals j where j.proposal_id = 0
    ) j on j.of_mfi = m.id
    join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
    join accounts a on a.id = t.from_account_id
    join accounts b on b.id = t.to_account_id
    where m.id = ${mfiId} ${after}
    order by t.proposal_id desc, t.journal_id desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The worth of local money at the rates of its days less what it was booked as, of one month and currency (R23.6). */
export type MonthlyGain = {
  readonly month: string;
  readonly currency: string;
  readonly document: 'payment' | 'receipt';
  readonly count: number;
  readonly localMinor: number;
  readonly bookedCents: Cents;
  /** The gain of the documents whose day had a rate. */
  readonly gainCents: Cents;
};

/** Payments and receipts in another currency than dollars, each with its day at the institution. */
function localDocuments(mfiId: MfiId): RawBuilder<unknown> {
  return sql`
    select 'payment' as document, coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) as day,
      y.local_currency as currency, y.local_minor as local, y.amount_cents as cents, y.gain_cents as gain
    from payments y join proposals p on p.id = y.proposal_id join mfis m on m.id = p.mfi_id
    where p.mfi_id = ${mfiId} and y.state = 'approved' and y.local_currency <> 'USD'
    union all
    select 'receipt', r.received_on, a.currency, r.local_minor, r.amount_cents, r.gain_cents
    from receipts r join money_accounts a on a.id = r.account_id
    where r.mfi_id = ${mfiId} and r.state = 'booked' and a.currency <> 'USD' and r.local_minor is not null`;
}

/** The newest month first; months without local money are left out. */
export async function listMonthlyGains(db: Db, mfiId: MfiId): Promise<MonthlyGain[]> {
  const { rows } = await sql<MonthlyGain>`
    select to_char(d.day, 'YYYY-MM') as month, d.currency, d.document, count(*)::int as count,
      sum(d.local)::bigint as "localMinor", sum(d.cents)::bigint as "bookedCents",
      coalesce(sum(d.gain), 0)::bigint as "gainCents"
    from (${localDocuments(mfiId)}) d
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db);
  return rows;
}
