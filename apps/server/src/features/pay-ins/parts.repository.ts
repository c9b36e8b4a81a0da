import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { InvestmentId, MfiId, ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import type { EndingBacking } from '@sathi/domain/investments.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { OpenBacking } from '@sathi/domain/pay-ins.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type BackingRow = OpenBacking & EndingBacking & { readonly userId: UserId; readonly investedAt: Date };
type Wanted = { readonly proposalId?: ProposalId; readonly userId?: UserId; readonly mfiId?: MfiId };

/** The active backings of proposals that are not released: of a proposal, or of a person at an institution. */
export async function listOpenBackings(db: Db, { proposalId, userId, mfiId }: Wanted): Promise<BackingRow[]> {
  const { rows } = await sql<BackingRow>`
    select i.proposal_id as "proposalId", i.id as "investmentId", i.investor_id as "userId", i.amount_cents as "amountCents",
      i.from_credit_cents as "fromCreditCents", i.unpaid_cents as "unpaidCents", i.pay_by as "payBy",
      i.paid_before_cents as "paidBeforeCents", i.invested_at as "investedAt"
    from investments i join proposals p on p.id = i.proposal_id
    where i.released_at is null and p.funded_cents = 0
      and (${proposalId ?? null}::bigint is null or i.proposal_id = ${proposalId ?? null}::bigint)
      and (${userId ?? null}::bigint is null or i.investor_id = ${userId ?? null}::bigint)
      and (${mfiId ?? null}::bigint is null or p.mfi_id = ${mfiId ?? null}::bigint)
    order by i.proposal_id, i.id`.execute(db);
  return rows;
}

/** A change of the unpaid part of a backing: less when it is paid, more when it is unpaid again. */
export type UnpaidChange = {
  readonly proposalId: ProposalId;
  readonly investmentId: InvestmentId;
  readonly cents: number;
  readonly payBy: CalendarDate | null;
};

/**
 * Applies changes of unpaid parts to the backings and to their proposals, whose locks the caller holds. The database keeps what a
 * backing from before money was awaited has left of then (`keep_paid_before`).
 */
export async function changeUnpaid(tx: Tx, changes: readonly UnpaidChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with change as (
      select * from unnest(
        ${changes.map((change) => change.proposalId)}::bigint[], ${changes.map((change) => change.investmentId)}::bigint[],
        ${changes.map((change) => change.cents)}::bigint[], ${changes.map((change) => change.payBy)}::date[]
      ) as c (proposal_id, id, cents, pay_by)
    ), backing as (
      update investments i set unpaid_cents = i.unpaid_cents + c.cents, pay_by = c.pay_by
      from change c where i.proposal_id = c.proposal_id and i.id = c.id
    )
    update proposals p set unpaid_cents = p.unpaid_cents + c.cents
    from (select proposal_id, sum(cents)::bigint as cents from change group by proposal_id) c
    where p.id = c.proposal_id`.execute(tx);
}

/** Moves the last day of all that one person owes an institution, whose locks the caller holds. @returns the earliest one */
export async function postponeUnpaid(
  tx: Tx,
  { mfiId, userId }: { readonly mfiId: MfiId; readonly userId: UserId },
  days: number,
): Promise<CalendarDate> {
  const { rows } = await sql<{ payBy: CalendarDate }>`
    with moved as (
      update investments i set pay_by = i.pay_by + ${days}::int from proposals p
      where p.id = i.proposal_id and p.mfi_id = ${mfiId} and i.investor_id = ${userId} and i.unpaid_cents > 0
      returning i.pay_by
    )
    select min(pay_by) as "payBy" from moved`.execute(tx);
  return (rows[0] as (typeof rows)[0]).payBy;
}

/** How much of each backing a receipt paid. */
export async function listPaidBy(tx: Tx, receiptId: ReceiptId): Promise<Map<InvestmentId, Cents>> {
  const { rows } = await sql<{ investmentId: InvestmentId; amountCents: Cents }>`
    select investment_id as "investmentId", sum(amount_cents)::bigint as "amountCents" from journals
    where receipt_id = ${receiptId} and kind = 'settled' group by investment_id`.execute(tx);
  return new Map(rows.map(({ investmentId, amountCents }) => [investmentId, amountCents]));
}

/** A part of a backing that is its person's no more. */
export type EndedPart = { readonly investmentId: InvestmentId; readonly amountCents: Cents };

/**
 * Takes parts out of backings of one proposal, whose lock the caller holds: what is left of a backing is its amount, and one of
 * which nothing is left is released. A part ends with what is unpaid of it.
 */
export async function endParts(tx: Tx, proposalId: ProposalId, parts: readonly EndedPart[], at: Date): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    update investments i set
      amount_cents = case when i.amount_cents = e.cents then i.amount_cents else i.amount_cents - e.cents end,
      from_credit_cents = least(i.from_credit_cents, greatest(i.amount_cents - e.cents, 0)),
      unpaid_cents = greatest(i.unpaid_cents - e.cents, 0),
      released_at = case when i.amount_cents = e.cents then ${at}::timestamptz end
    from unnest(
      ${parts.map((part) => part.investmentId)}::bigint[], ${parts.map((part) => part.amountCents)}::bigint[]
    ) as e (id, cents)
    where i.proposal_id = ${proposalId} and i.id = e.id`.execute(tx);
}
