import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId } from '@sathi/domain/ids.ts';
import type { Currency } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type Held = {
  readonly mustHoldCents: Cents;
  readonly pendingCents: Cents;
  readonly houseOwedCents: Cents;
  readonly houseCreditCents: Cents;
  readonly fundOwedCents: Cents;
  readonly fundCreditCents: Cents;
};

/** The money that an institution holds for others by the books, without repayments that wait (R24.7). */
export async function findHeld(db: Db, mfiId: MfiId): Promise<Held> {
  const { rows } = await sql<Held>`
    with of_loans as (
      select a.kind, a.user_id, a.balance_cents from proposals p join accounts a on a.proposal_id = p.id
      where p.mfi_id = ${mfiId}
    ), of_people as (
      select a.kind, a.user_id, a.balance_cents from accounts a where a.mfi_id = ${mfiId}
    ), own as (
      select house_id, fund_id from mfis where id = ${mfiId}
    )
    select (
        coalesce((select sum(balance_cents) from of_loans where kind in ('escrow', 'awaited', 'rounding')), 0)
        + coalesce((select sum(balance_cents) from of_people), 0)
      )::bigint as "mustHoldCents",
      coalesce((select sum(balance_cents) from of_loans where kind = 'suspense'), 0)::bigint as "pendingCents",
      coalesce((select sum(balance_cents) from of_loans, own where kind = 'claim' and user_id = house_id), 0)::bigint
        as "houseOwedCents",
      coalesce((select sum(balance_cents) from of_people, own where kind = 'wallet' and user_id = house_id), 0)::bigint
        as "houseCreditCents",
      coalesce((select sum(balance_cents) from of_loans, own where kind = 'claim' and user_id = fund_id), 0)::bigint
        as "fundOwedCents",
      coalesce((select sum(balance_cents) from of_people, own where kind = 'wallet' and user_id = fund_id), 0)::bigint
        as "fundCreditCents"`.execute(db);
  return rows[0] as Held;
}

export type LastBalance = {
  readonly accountId: MoneyAccountId;
  readonly label: string;
  readonly currency: Currency;
  readonly balanceMinor: number | null;
  readonly on: CalendarDate | null;
};

/**
 * Each confirmed account with the last balance that a file or a person tells, of files of one day that of the last; a till with what its rounds left in it (R21.12).
 */
export async function listLastBalances(db: Db, mfiId: MfiId): Promise<LastBalance[]> {
  const { rows } = await sql<LastBalance>`
    select a.id as "accountId", a.label, a.currency, coalesce(b.closing_minor, c.minor)::bigint as "balanceMinor",
      coalesce(b.day, c.day) as "on"
    from money_accounts a
    left join lateral (
      select day, closing_minor from (
        select g.day, g.closing_minor, 1 as sureness, g.day as until, 0 as file
        from agreed_days g where g.account_id = a.id
        union all
        select d.day, d.closing_minor, 0, s.to_on, s.id from statement_days d join statements s on s.id = d.statement_id
        where d.account_id = a.id
      ) told order by day desc, sureness desc, until desc, file desc limit 1
    ) b on true
    left join lateral (
      select max(t.day) as day, sum(coalesce(t.received_minor, t.float_minor)) - coalesce((
        select sum(d.amount_minor) from line_parts d
        where d.other_account_id = a.id and d.set_as = 'between_accounts' and d.undone_at is null
      ), 0) as minor
      from tills t where t.account_id = a.id
    ) c on a.kind = 'till'
    where a.mfi_id = ${mfiId} and a.approved_at is not null and (a.kind <> 'till' or c.day is not null)
    order by a.id`.execute(db);
  return rows;
}
