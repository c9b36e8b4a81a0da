import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { InvestmentId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalUnit } from '@sathi/domain/asked-local.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import type { Reference } from '@sathi/domain/references.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';

/** The order of one person, as it is read (R19.5). */
export type AskedOrder = LocalUnit & {
  readonly userId: UserId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly reference: Reference;
  readonly lapsedOn: readonly CalendarDate[];
  /** The last day on which they said that they have paid. */
  readonly toldOn: CalendarDate | null;
  readonly toldPaidOn: CalendarDate | null;
  readonly toldChannel: PayChannel | null;
  readonly toldReference: string | null;
  readonly toldSlip: string | null;
  readonly creditCents: Cents;
};

export type AwaitedItem = {
  readonly userId: UserId;
  readonly mfiId: MfiId;
  readonly investmentId: InvestmentId;
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly amountCents: Cents;
  readonly unpaidCents: Cents;
  readonly payBy: CalendarDate;
  readonly investedAt: Date;
};

type Wanted = { readonly userId?: UserId; readonly mfiId?: MfiId; readonly reference?: Reference };

/**
 * The orders of a person, at an institution or with a reference, by the name of the institution; at most one when two
 * of the three are named.
 */
export async function listOrders(db: Db, { userId, mfiId, reference }: Wanted): Promise<AskedOrder[]> {
  const { rows } = await sql<AskedOrder>`
    select o.user_id as "userId", o.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone",
      m.local_currency as "localCurrency", m.local_unit_minor as "localUnitMinor", o.reference,
      array_remove(array[o.lapsed_on, o.lapsed_before_on], null) as "lapsedOn",
      o.told_on as "toldOn", o.told_paid_on as "toldPaidOn", o.told_channel as "toldChannel",
      o.told_reference as "toldReference", o.told_slip as "toldSlip", coalesce(a.balance_cents, 0)::bigint as "creditCents"
    from pay_in_orders o
    join mfis m on m.id = o.mfi_id
    left join accounts a on a.kind = 'wallet' and a.proposal_key = 0 and a.user_key = o.user_id and a.mfi_key = o.mfi_id
    where (${userId ?? null}::bigint is null or o.user_id = ${userId ?? null}::bigint)
      and (${mfiId ?? null}::bigint is null or o.mfi_id = ${mfiId ?? null}::bigint)
      and (${reference ?? null}::text is null or o.reference = ${reference ?? null}::text)
    order by m.name, o.mfi_id`.execute(db);
  return rows;
}

/** The unpaid backings of these people, there or everywhere, in the order in which money pays them (R20.6). */
export async function listAwaitedItems(
  db: Db,
  userIds: readonly UserId[],
  mfiId: MfiId | null = null,
): Promise<AwaitedItem[]> {
  const { rows } = await sql<AwaitedItem>`
    select i.investor_id as "userId", p.mfi_id as "mfiId", i.id as "investmentId", i.proposal_id as "proposalId", p.title,
      i.amount_cents as "amountCents", i.unpaid_cents as "unpaidCents", i.pay_by as "payBy", i.invested_at as "investedAt"
    from investments i join proposals p on p.id = i.proposal_id
    where i.investor_id = any (${userIds}::bigint[]) and i.unpaid_cents > 0
      and (${mfiId}::bigint is null or p.mfi_id = ${mfiId}::bigint)
    order by i.pay_by, i.proposal_id, i.id`.execute(db);
  return rows;
}

export type Debtor = Pick<
  AskedOrder,
  'userId' | 'reference' | 'toldOn' | 'toldPaidOn' | 'toldChannel' | 'toldReference' | 'toldSlip'
> & {
  readonly name: string;
  readonly phone: string;
  readonly unpaidCents: Cents;
  readonly payBy: CalendarDate;
  /** The day as a number, which sorts. */
  readonly payByDay: number;
};

/** The people who owe an institution money, the earliest day first, then by person. */
export async function listDebtors(db: Db, mfiId: MfiId, limit: number, after: Cursor | null): Promise<Debtor[]> {
  const beyond = after ? sql`where (d."payByDay", d."userId") > (${after.value}::bigint, ${after.id}::bigint)` : sql``;
  const { rows } = await sql<Debtor>`
    select * from (
      select u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
        case when u.closed_at is null then u.phone else '' end as phone, o.reference,
        o.told_on as "toldOn", o.told_paid_on as "toldPaidOn", o.told_channel as "toldChannel",
        o.told_reference as "toldReference", o.told_slip as "toldSlip", i.unpaid as "unpaidCents", i.pay_by as "payBy",
        i.pay_by - date '2000-01-01' as "payByDay"
      from (
        select i.investor_id, sum(i.unpaid_cents)::bigint as unpaid, min(i.pay_by) as pay_by
        from investments i join proposals p on p.id = i.proposal_id
        where i.unpaid_cents > 0 and p.mfi_id = ${mfiId} group by i.investor_id
      ) i
      join users u on u.id = i.investor_id
      join pay_in_orders o on o.user_id = i.investor_id and o.mfi_id = ${mfiId}
    ) d
    ${beyond}
    order by d."payByDay", d."userId" limit ${limit}`.execute(db);
  return rows;
}

export async function sumAwaited(db: Db, mfiId: MfiId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(unpaid_cents), 0)::bigint as cents from proposals where mfi_id = ${mfiId} and unpaid_cents > 0`.execute(
    db,
  );
  return (rows[0] as (typeof rows)[0]).cents;
}
