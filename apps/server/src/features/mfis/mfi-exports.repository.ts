import type { MfiId, PaymentId, ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Which rows of a file are read together: `limit` of them after the last one read before, null at first. */
type PageAfter<Row> = { readonly last: Row | null; readonly limit: number };

export type ExportedLoan = {
  readonly id: ProposalId;
  readonly title: string;
  readonly borrower: string;
  readonly status: number;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly monthsToRepay: number;
  readonly neededOn: CalendarDate;
  readonly publishedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly fundedAt: Date | null;
  readonly repaidAt: Date | null;
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
      p.months_to_repay as "monthsToRepay", p.needed_on as "neededOn", p.published_at as "publishedAt",
      p.approved_at as "approvedAt", p.funded_at as "fundedAt", p.repaid_at as "repaidAt"
    from proposals p join users u on u.id = p.owner_id
    where p.mfi_id = ${mfiId} and p.deleted_at is null and p.status >= 2 ${last ? sql`and p.id < ${last.id}` : sql``}
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
      d.first_name || ' ' || d.last_name as "decidedBy", y.reason
    from payments y
    join proposals p on p.id = y.proposal_id and p.mfi_id = ${mfiId}
    join users o on o.id = p.owner_id
    join users e on e.id = y.entered_by
    left join users d on d.id = y.decided_by
    ${last ? sql`where y.id < ${last.id}` : sql``}
    order by y.id desc limit ${limit}`.execute(db);
  return rows;
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

/** The double entries, each with both accounts: loan by loan, newest first. People appear by their number alone. */
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
      a.kind || coalesce(':' || a.user_id, '') as "fromAccount", b.kind || coalesce(':' || b.user_id, '') as "toAccount",
      t.amount_cents as "amountCents"
    from proposals p
    join journals j on j.proposal_id = p.id
    join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
    join accounts a on a.id = t.from_account_id
    join accounts b on b.id = t.to_account_id
    where p.mfi_id = ${mfiId} ${after}
    order by t.proposal_id desc, t.journal_id desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}
