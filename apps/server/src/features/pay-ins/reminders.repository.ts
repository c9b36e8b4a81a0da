import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

/** It is day at the place of the institution `m`, which awaits money. */
const BY_DAY = (now: Date) => sql`m.collection = 'expected'
  and extract(hour from ${now}::timestamptz at time zone m.time_zone) between 8 and 19`;
const TODAY = (now: Date) => sql`(${now}::timestamptz at time zone m.time_zone)::date`;

/** The cash of the person of the order `o` that officers have in their tills (R22.10). */
const COLLECTED = sql`(
  select coalesce(sum(r.amount_cents), 0) from receipts r
  where r.mfi_id = o.mfi_id and r.user_id = o.user_id and r.state = 'collected'
)`;
/** The sum of what this person owes there. */
const UNPAID = sql`
  select sum(d.unpaid_cents) from investments d join proposals q on q.id = d.proposal_id
  where d.investor_id = o.user_id and q.mfi_id = o.mfi_id and d.unpaid_cents > 0`;

export type Asked = { readonly userId: UserId; readonly mfiId: MfiId };

/**
 * People with backings that they were not asked to pay for yet, the first of them some minutes old: one notice serves all. None
 * whose cash in a till covers all that they owe.
 */
export async function listToAsk(db: Db, now: Date, before: Date): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select o.user_id as "userId", o.mfi_id as "mfiId"
    from investments i
    join proposals p on p.id = i.proposal_id
    join mfis m on m.id = p.mfi_id and ${BY_DAY(now)}
    join pay_in_orders o on o.user_id = i.investor_id and o.mfi_id = p.mfi_id
    where i.unpaid_cents > 0 and (o.asked_at is null or i.invested_at > o.asked_at)
    group by o.user_id, o.mfi_id having min(i.invested_at) <= ${before} and ${COLLECTED} < (${UNPAID})
    order by o.mfi_id, o.user_id`.execute(db);
  return rows;
}

/** Takes the asking of one person for itself. @returns false when another has asked them meanwhile */
export async function claimAsking(tx: Tx, { userId, mfiId }: Asked): Promise<boolean> {
  const { rows } = await sql`
    update pay_in_orders o set asked_at = i.last
    from (
      select max(i.invested_at) as last from investments i join proposals p on p.id = i.proposal_id
      where i.investor_id = ${userId} and p.mfi_id = ${mfiId} and i.unpaid_cents > 0
    ) i
    where o.user_id = ${userId} and o.mfi_id = ${mfiId} and i.last is not null
      and (o.asked_at is null or i.last > o.asked_at) returning o.user_id`.execute(tx);
  return rows.length > 0;
}

export type Due = Asked & {
  readonly today: CalendarDate;
  /** Today or in two days, the later one where backings of theirs are due on both. */
  readonly payBy: CalendarDate;
};

/**
 * People with a backing that is due today, or in two days where there are three or more to pay in (R20.2). None whose cash in a
 * till covers what is due by then.
 */
export async function listDue(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select o.user_id as "userId", o.mfi_id as "mfiId", max(i.pay_by) as "payBy", ${TODAY(now)} as today
    from investments i
    join proposals p on p.id = i.proposal_id
    join mfis m on m.id = p.mfi_id and ${BY_DAY(now)}
    join pay_in_orders o on o.user_id = i.investor_id and o.mfi_id = p.mfi_id
    where i.unpaid_cents > 0 and (i.pay_by = ${TODAY(now)} or (i.pay_by = ${TODAY(now)} + 2 and m.pay_days >= 3))
      and o.reminded_on is distinct from ${TODAY(now)}
    group by o.user_id, o.mfi_id, m.time_zone having ${COLLECTED} < (${UNPAID} and d.pay_by <= max(i.pay_by))
    order by o.mfi_id, o.user_id`.execute(db);
  return rows;
}

/** One reminder a day, of the order as a whole. @returns false when another has reminded them meanwhile */
export async function claimReminder(tx: Tx, { userId, mfiId, today }: Due): Promise<boolean> {
  const { rows } = await sql`
    update pay_in_orders set reminded_on = ${today}::date
    where user_id = ${userId} and mfi_id = ${mfiId} and reminded_on is distinct from ${today}::date
    returning user_id`.execute(tx);
  return rows.length > 0;
}

export type NearLapse = {
  readonly proposalId: ProposalId;
  readonly payBy: CalendarDate;
  readonly unpaidCents: Cents;
};

/** Proposals that are backed in full, and lose a part within two days (R20.3); the sum is of that part, which cash in a till holds up. */
export async function listNearLapses(db: Db, now: Date): Promise<NearLapse[]> {
  const { rows } = await sql<NearLapse>`
    select i.proposal_id as "proposalId", i.pay_by as "payBy", sum(i.unpaid_cents)::bigint as "unpaidCents"
    from investments i
    join proposals p on p.id = i.proposal_id and p.status = ${STATUS.backed}
    join mfis m on m.id = p.mfi_id and ${BY_DAY(now)}
    where i.unpaid_cents > 0 and not exists (
        select from receipts r where r.mfi_id = p.mfi_id and r.user_id = i.investor_id and r.state = 'collected'
      )
      and (i.pay_by + m.lapse_grace_days - 1)::timestamp at time zone m.time_zone <= ${now}
      and (i.pay_by + m.lapse_grace_days + 1)::timestamp at time zone m.time_zone > ${now}
    group by i.proposal_id, i.pay_by order by i.proposal_id, i.pay_by`.execute(db);
  return rows;
}
