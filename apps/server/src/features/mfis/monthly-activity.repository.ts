import type { MfiId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** One kind of event at an institution in one month. */
export type MonthlyEvent = {
  readonly month: string;
  /** A kind of journal, `funds_released`, `release_undone`, `exchange_gain`, or the name of a call that takes two people. */
  readonly event: string;
  readonly count: number;
  /** Null for what moves no money, such as a claim that is given up; the cents that it frees count nowhere. */
  readonly amountCents: Cents | null;
  /** How often one person did both, in an office of one (R2.6). */
  readonly selfApproved: number;
};

/**
 * The months of an institution, in its own time zone and the newest first: what the ledger says, the loans released, the
 * gain on local money (R23.6), and the acts that take two people with those that one did alone (R2.6).
 */
export async function listMonthlyEvents(db: Db, mfiId: MfiId): Promise<MonthlyEvent[]> {
  const { rows } = await sql<MonthlyEvent>`
    with of_mfi as (select id, time_zone from mfis where id = ${mfiId}), booked as (
      select j.*
      from of_mfi m join proposals p on p.mfi_id = m.id join journals j on j.proposal_id = p.id
      union all
      select j.* from of_mfi m join journals j on j.mfi_id = m.id and j.proposal_id = 0
    ), regained as (
      -- A payment that was taken back keeps the gain that its line gave it.
      select y.proposal_id, y.id, l.gain_change_cents as cents, l.booked_at,
        case when y.reversed_at is null or l.undone_at < y.reversed_at then l.undone_at end as undone_at
      from of_mfi m join proposals p on p.mfi_id = m.id
      join line_parts l on l.proposal_id = p.id and l.gain_change_cents <> 0
      join payments y on y.proposal_id = l.proposal_id and y.id = l.payment_id and y.local_currency <> 'USD'
    ), events as (
      select j.at at time zone m.time_zone as at, j.kind as event, 1 as count,
        case when j.kind not in ('forgiven', 'written_off') then j.amount_cents end as cents, 0 as alone
      from of_mfi m cross join booked j
      union all
      select p.funded_at at time zone m.time_zone, 'funds_released', 1, p.funded_cents, 0
      from of_mfi m join proposals p on p.mfi_id = m.id where p.funded_at is not null
      union all
      select side.at at time zone m.time_zone, side.event, 1, u.amount_cents, 0
      from of_mfi m join proposals p on p.mfi_id = m.id join release_undoings u on u.proposal_id = p.id and u.state = 'approved'
      cross join lateral (values (u.released_at, 'funds_released'), (u.closed_at, 'release_undone')) side (at, event)
      union all
      -- A gain counts on the day of its booking, as all the rest; the day of a document may lie in a month that is
      -- signed already.
      select j.at at time zone m.time_zone, 'exchange_gain', 1,
        gain.sign * coalesce(y.gain_cents, r.gain_cents, 0) - coalesce(later.cents, 0), 0
      from of_mfi m cross join booked j
      join (values ('payment_approved', 1), ('payment_reversed', -1), ('received', 1), ('received_reversed', -1))
        gain (kind, sign) on gain.kind = j.kind
      left join payments y on y.proposal_id = j.proposal_id and y.id = j.payment_id and y.local_currency <> 'USD'
      left join (receipts r join money_accounts a on a.id = r.account_id and a.currency <> 'USD')
        on r.id = j.receipt_id and r.local_minor is not null
      left join (
        select proposal_id, id, sum(cents) as cents from regained where undone_at is null group by 1, 2
      ) later on later.proposal_id = y.proposal_id and later.id = y.id and j.kind = 'payment_approved'
      where y.id is not null or r.id is not null
      union all
      select side.at at time zone m.time_zone, 'exchange_gain', 1, side.cents, 0
      from of_mfi m cross join regained l
      cross join lateral (values (l.booked_at, l.cents), (l.undone_at, -l.cents)) side (at, cents) where side.at is not null
      union all
      select d.agreed_at at time zone m.time_zone, 'agreeDay', 1, null, d.self_approved::int
      from of_mfi m join money_accounts a on a.mfi_id = m.id join agreed_days d on d.account_id = a.id
      union all
      select l.at at time zone m.time_zone,
        case l.action when 'releaseFunds' then 'funds_released' when 'approvePayment' then 'payment_approved' else l.action end,
        case when l.action in ('releaseFunds', 'approvePayment') then 0 else 1 end, null,
        case when l.actor_id = l.entered_by then 1 else 0 end
      from of_mfi m join audit_log l on l.mfi_id = m.id
      where l.entered_by is not null and l.action <> 'agreeDay'
    )
    select to_char(at, 'YYYY-MM') as month, event, sum(count)::int as count, sum(cents)::bigint as "amountCents",
      sum(alone)::int as "selfApproved"
    from events group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}
