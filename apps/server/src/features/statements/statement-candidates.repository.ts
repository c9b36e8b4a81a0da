import { type LocalUnit, unitOf } from '@sathi/domain/asked-local.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { squeezed } from '@sathi/domain/line-references.ts';
import { type LocalPlan, nextLocal, plannedLocal } from '@sathi/domain/local-plan.ts';
import { isRateTooOld, type Rate } from '@sathi/domain/rates.ts';
import type {
  BookedDocument,
  Candidates,
  LoanNamed,
  PayoutNamed,
  PendingPayment,
  PersonNamed,
  Rates,
  UnpaidBacking,
} from '@sathi/domain/statement-candidates.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';

/** A bank takes money back within so many days of the last that came, or never. */
const BOOKED_DAYS = 400;

/** The things that a line of this account may be about (R21.7), as they are now. */
export async function candidatesFor(db: Db, mfiId: MfiId, account: MoneyAccountRow, now: Date): Promise<Candidates> {
  const { id, kind, currency, feeWords } = account;
  return {
    account: { id, kind, currency, feeWords },
    named: [
      ...(await listPeopleNamed(db, mfiId)),
      ...(await listLoansNamed(db, mfiId)),
      ...(await listPayoutsNamed(db, mfiId, id, now)),
    ],
    booked: [
      ...(await listBooked(db, id)),
      ...(await listPaid(db, id, currency)),
      ...(await listHandedOver(db, mfiId, currency)),
    ],
    payers: await listPayers(db, mfiId),
    rates: await findRatesOf(db, mfiId, currency),
  };
}

/** The people with a standing reference at the MFI, each with what is unpaid there (R19.5); of one reference, or of all. */
export async function listPeopleNamed(db: Db, mfiId: MfiId, only?: string): Promise<PersonNamed[]> {
  const { rows } = await sql<UnpaidBacking & { readonly reference: string; readonly investmentId: number | null }>`
    select o.reference, i.proposal_id as "proposalId", i.id as "investmentId", i.pay_by as "payBy",
      (i.invested_at at time zone m.time_zone)::date as "backedOn", i.unpaid_cents as "unpaidCents"
    from pay_in_orders o join mfis m on m.id = o.mfi_id
    left join (investments i join proposals p on p.id = i.proposal_id)
      on i.investor_id = o.user_id and p.mfi_id = o.mfi_id and i.unpaid_cents > 0
    where o.mfi_id = ${mfiId} and (${only ?? null}::text is null or o.reference = ${only ?? null}::text)`.execute(db);
  return [...Map.groupBy(rows, ({ reference }) => reference)].map(([reference, unpaid]) => ({
    kind: 'person',
    reference,
    unpaid: unpaid.filter(({ investmentId }) => investmentId !== null),
  }));
}

type LoanRow = Pick<LoanNamed, 'reference' | 'outstandingCents' | 'instalmentCents'> & {
  readonly id: number;
  /** Null for a loan in dollars; else its plan, and the local money that approved payments count for. */
  readonly currency: Currency | null;
  readonly plan: LocalPlan;
  readonly countedMinor: Minor;
};
type PendingRow = PendingPayment & { readonly proposalId: number };

/** The released loans of the MFI, each with what waits for a decision; of one reference, or of all. */
export async function listLoansNamed(db: Db, mfiId: MfiId, only?: string): Promise<LoanNamed[]> {
  const { rows } = await sql<LoanRow>`
    select p.id, p.loan_reference as reference, p.funded_cents - p.repaid_cents - p.forgiven_cents as "outstandingCents",
      coalesce(n.due, p.funded_cents - p.repaid_cents - p.forgiven_cents)::bigint as "instalmentCents", p.local_currency as currency,
      case when p.local_currency is null then '[]'::jsonb else (
        select jsonb_agg(jsonb_build_object('cents', i.amount_cents, 'local', i.local_minor) order by i.number)
        from instalments i where i.proposal_id = p.id
      ) end as plan,
      (
        select coalesce(sum(y.counted_minor), 0)::bigint from payments y where y.proposal_id = p.id and y.state = 'approved'
      ) as "countedMinor"
    from proposals p
    left join lateral (
      select (s.until - p.repaid_cents)::bigint as due from (
        select number, sum(amount_cents) over (order by number) as until from instalments where proposal_id = p.id
      ) s where s.until > p.repaid_cents order by s.number limit 1
    ) n on true
    where p.mfi_id = ${mfiId} and p.loan_reference is not null and p.funded_cents > 0 and p.deleted_at is null
      and (${only ?? null}::text is null or p.loan_reference = ${only ?? null}::text)`.execute(db);
  const { rows: waiting } = await sql<PendingRow>`
    select y.id, y.proposal_id as "proposalId", y.amount_cents as cents,
      coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) as "paidOn",
      -- Cash in a till is decided with it alone, so no line is equal to it (R22.6).
      case when y.till_id is null then coalesce(y.local_minor, y.amount_cents) else 0 end as amount, coalesce(y.local_currency, 'USD') as currency,
      y.counted_minor as counted, coalesce(y.channel, '') as channel, coalesce(y.own_reference, '') as "ownReference"
    from payments y join proposals p on p.id = y.proposal_id join mfis m on m.id = p.mfi_id
    where p.mfi_id = ${mfiId} and y.state = 'pending' order by y.id`.execute(db);
  const pending = Map.groupBy(waiting, ({ proposalId }) => proposalId);
  return rows.map(({ id, currency, plan, countedMinor, ...loan }) => ({
    ...loan,
    kind: 'loan',
    pending: (pending.get(id) ?? []).map(({ proposalId: _, ...payment }) => payment),
    local: currency && localLoanOf(currency, plan, countedMinor),
  }));
}

function localLoanOf(currency: Currency, plan: LocalPlan, countedMinor: Minor): LoanNamed['local'] {
  const left = Math.max(0, plannedLocal(plan) - countedMinor);
  return { currency, plan, left, instalment: nextLocal(plan, countedMinor) ?? 0 };
}

/**
 * The requests for money of the MFI by each reference that they ever had, as a line of this account meets them. One that was taken
 * out of a batch is asked for, and no line is surely about its old reference (R25.9). One that rests, or is in a batch that this
 * account does not pay under this reference yet, is not sent by a line (R25.4).
 */
async function listPayoutsNamed(db: Db, mfiId: MfiId, accountId: MoneyAccountId, now: Date): Promise<PayoutNamed[]> {
  const { rows } = await sql<Omit<PayoutNamed, 'kind'>>`
    with request as (
      select 'withdrawal' as kind, w.id, w.state, w.amount_cents, w.payout_reference as reference, w.account_id, w.paid_minor,
        w.payable_from, i.id is not null as is_in_batch, exists (
          select from line_parts d
          where d.withdrawal_id = w.id and d.undone_at is null and (d.amount_minor > 0) = (w.state = 'failed')
        ) as has_line
      from withdrawals w join proposals p on p.id = w.proposal_id
      left join payout_batch_items i on i.withdrawal_id = w.id and i.is_active where p.mfi_id = ${mfiId}
      union all
      select 'payout', o.id, o.state, o.amount_cents, o.reference, o.account_id, o.paid_minor, o.payable_from,
        i.id is not null, exists (
          select from line_parts d
          where d.payout_id = o.id and d.undone_at is null and (d.amount_minor > 0) = (o.state = 'failed')
        )
      from payouts o left join payout_batch_items i on i.payout_id = o.id and i.is_active where o.mfi_id = ${mfiId}
    ), named as (
      select r.id, r.state, r.amount_cents, i.reference, b.account_id, i.paid_minor, i.is_active, r.payable_from,
        r.is_in_batch, r.has_line, i.is_active and b.state = 'approved' and b.account_id = ${accountId} as is_approved
      from payout_batch_items i join payout_batches b on b.id = i.batch_id
      join request r on r.id = coalesce(i.withdrawal_id, i.payout_id)
        and r.kind = case when i.payout_id is null then 'withdrawal' else 'payout' end
      where b.mfi_id = ${mfiId}
      union all
      select r.id, r.state, r.amount_cents, r.reference, r.account_id, coalesce(r.paid_minor, r.amount_cents), true,
        r.payable_from, r.is_in_batch, r.has_line, false
      from request r where r.reference is not null
        and not exists (select from payout_batch_items i where i.reference = r.reference)
    )
    select reference, id, coalesce(account_id, 0) as "accountId", paid_minor as amount, amount_cents as cents,
      has_line as "hasLine",
      case
        when state = 'requested' then case
          when payable_from > ${now} then 'other'
          when is_approved then 'approved'
          when is_in_batch then 'other'
          else 'asked'
        end
        when not is_active then 'other'
        when state in ('sent', 'confirmed') then 'sent'
        when state = 'failed' then 'failed'
        else 'other'
      end as state
    from named order by reference`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'payout' }));
}

/** The receipts of this account: those that its lines became, with the bank's id, and those that staff entered. */
async function listBooked(db: Db, accountId: MoneyAccountId): Promise<BookedDocument[]> {
  const { rows } = await sql<Omit<BookedDocument, 'kind'>>`
    select r.id, o.reference, coalesce(nullif(l.bank_ref, ''), r.own_reference, '') as "bankRef", r.local_minor as amount,
      r.received_on as "valueOn", d.id is not null as "hasLine"
    from receipts r
    join pay_in_orders o on o.user_id = r.user_id and o.mfi_id = r.mfi_id
    left join line_parts d on d.receipt_id = r.id and d.undone_at is null and d.amount_minor > 0
    left join statement_lines l on l.id = d.line_id
    where r.account_id = ${accountId} and r.state = 'booked'
      and r.booked_at > (select max(booked_at) from receipts where account_id = ${accountId})
        - make_interval(days => ${BOOKED_DAYS}::int)
    order by r.id`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'receipt' }));
}

/** The repayments that staff approved as paid into this account, in its currency (R21.7). */
async function listPaid(db: Db, accountId: MoneyAccountId, currency: Currency): Promise<BookedDocument[]> {
  const { rows } = await sql<Omit<BookedDocument, 'kind'>>`
    select y.id, p.loan_reference as reference, coalesce(y.own_reference, '') as "bankRef",
      coalesce(y.local_minor, y.amount_cents) as amount,
      coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) as "valueOn", d.id is not null as "hasLine"
    from payments y join proposals p on p.id = y.proposal_id join mfis m on m.id = p.mfi_id
    left join line_parts d on d.payment_id = y.id and d.undone_at is null
    where y.account_id = ${accountId} and y.state = 'approved' and coalesce(y.local_currency, 'USD') = ${currency}
      and y.decided_at > (select max(decided_at) from payments where account_id = ${accountId})
        - make_interval(days => ${BOOKED_DAYS}::int)
    order by y.id`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'payment' }));
}

/** The rounds whose cash another than their officer has received, in this currency; each is named as on its receipts (R22.7). */
async function listHandedOver(db: Db, mfiId: MfiId, currency: Currency): Promise<BookedDocument[]> {
  const { rows } = await sql<Omit<BookedDocument, 'kind' | 'reference'> & { readonly name: string }>`
    select t.id, m.name || '-' || t.number as name, '' as "bankRef", t.received_minor as amount,
      (t.received_at at time zone m.time_zone)::date as "valueOn", exists (
        select from line_parts d
        where d.other_account_id = t.account_id and d.note = m.name || '-' || t.number and d.undone_at is null
      ) as "hasLine"
    from tills t join mfis m on m.id = t.mfi_id join money_accounts a on a.id = t.account_id
    where t.mfi_id = ${mfiId} and t.state = 'received' and a.currency = ${currency}
      and t.received_at > (select max(received_at) from tills where mfi_id = ${mfiId})
        - make_interval(days => ${BOOKED_DAYS}::int)
    order by t.id`.execute(db);
  return rows.map(({ name, ...row }) => ({ ...row, reference: squeezed(name), kind: 'till' }));
}

/** The accounts from which people and owners of loans have paid before. */
async function listPayers(db: Db, mfiId: MfiId): Promise<Candidates['payers']> {
  const { rows } = await sql<Candidates['payers'][number]>`
    select distinct l.payer_account as "payerAccount", coalesce(o.reference, p.loan_reference) as reference
    from line_parts d
    join statement_lines l on l.id = d.line_id and l.payer_account <> ''
    join money_accounts a on a.id = l.account_id
    left join receipts r on r.id = d.receipt_id
    left join pay_in_orders o on o.user_id = r.user_id and o.mfi_id = r.mfi_id
    left join proposals p on p.id = d.proposal_id
    where a.mfi_id = ${mfiId} and d.undone_at is null and d.amount_minor > 0
      and coalesce(o.reference, p.loan_reference) is not null`.execute(db);
  return rows;
}

/** The rates in force of a currency, as the days of lines ask for them (R23.2). */
export async function findRatesOf(db: Db, mfiId: MfiId, currency: Currency): Promise<Rates> {
  const { rows } = await sql<Rate>`
    select valid_from as "validFrom", rate_millionths as "rateMillionths" from money_rates
    where mfi_id = ${mfiId} and currency = ${currency} and state = 'approved'
    order by valid_from, decided_at, id`.execute(db);
  const { rows: units } = await sql<LocalUnit>`
    select local_currency as "localCurrency", local_unit_minor as "localUnitMinor" from mfis where id = ${mfiId}`.execute(
    db,
  );
  const on = (day: CalendarDate) => {
    const last = rows.findLast(({ validFrom }) => validFrom <= day);
    return last === undefined || isRateTooOld(last, day) ? null : last.rateMillionths;
  };
  return { on, unit: units[0] === undefined ? 1 : unitOf(currency, units[0]) };
}
