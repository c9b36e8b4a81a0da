import type { DayFacts } from '@sathi/domain/account-days.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId, StatementId, StatementLineId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { oldestKeptDay } from './kept-statements.repository.ts';

/** The first day that is not agreed, for each of these days that is (R21.10). */
export async function findDaysToStandOn(
  tx: Tx,
  accountId: MoneyAccountId,
  days: readonly CalendarDate[],
): Promise<Map<CalendarDate, CalendarDate>> {
  const { rows } = await sql<{ day: CalendarDate; standsOn: CalendarDate }>`
    select d.day, (
      select min(g.day + 1) from agreed_days g where g.account_id = ${accountId} and g.day >= d.day
        and not exists (select from agreed_days n where n.account_id = g.account_id and n.day = g.day + 1)
    ) as "standsOn"
    from agreed_days d where d.account_id = ${accountId} and d.day = any (${days}::date[])`.execute(tx);
  return new Map(rows.map(({ day, standsOn }) => [day, standsOn]));
}

export async function isOnAgreedDay(tx: Tx, id: StatementLineId): Promise<boolean> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select g.day from statement_lines l
    join agreed_days g on g.account_id = l.account_id and g.day = coalesce(l.stands_on, l.booked_on)
    where l.id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** New lines of agreed days stand on another day; their own is shown. */
export async function setStandsOn(
  tx: Tx,
  statementId: StatementId,
  standsOn: ReadonlyMap<CalendarDate, CalendarDate>,
): Promise<void> {
  await sql`
    update statement_lines l set stands_on = d.stands_on
    from unnest(${[...standsOn.keys()]}::date[], ${[...standsOn.values()]}::date[]) as d (day, stands_on)
    where l.statement_id = ${statementId} and l.booked_on = d.day`.execute(tx);
}

/** The balances of one day, in the currency of the account. */
export type DayBalance = { readonly day: CalendarDate; readonly openingMinor: number; readonly closingMinor: number };

export async function insertStatementDays(
  tx: Tx,
  of: { readonly statementId: StatementId; readonly accountId: MoneyAccountId },
  days: readonly DayBalance[],
): Promise<void> {
  if (days.length === 0) return;
  await tx
    .insertInto('statementDays')
    .values(days.map((day) => ({ ...of, ...day })) as never)
    .execute();
}

export type DayRow = DayFacts & { readonly agreedBy: string | null };

/** The days of an account with lines, with balances or agreed, the oldest first. */
export async function listDays(db: Db, accountId: MoneyAccountId, to: CalendarDate): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with line as (
      select coalesce(stands_on, booked_on) as day, count(*)::int as lines,
        count(*) filter (where state = 'open')::int as open_lines,
        coalesce(sum(amount_minor) filter (where state = 'booked'), 0)::bigint as booked,
        coalesce(sum(amount_minor) filter (where state = 'set_aside'), 0)::bigint as set_aside,
        coalesce(sum(amount_minor) filter (where state = 'open'), 0)::bigint as open
      from statement_lines where account_id = ${accountId} and coalesce(stands_on, booked_on) <= ${to}::date
      group by 1
    ), told as (
      -- If files overlap on a day, the first tells how it began, the last how it ended.
      select d.day, (array_agg(d.opening_minor order by s.from_on, s.id))[1] as opening,
        (array_agg(d.closing_minor order by s.to_on desc, s.id desc))[1] as closing
      from statement_days d join statements s on s.id = d.statement_id
      where d.account_id = ${accountId} and d.day <= ${to}::date group by d.day
    ), agreed as (
      select g.*, trim(u.first_name || ' ' || u.last_name) as name
      from agreed_days g join users u on u.id = g.agreed_by
      where g.account_id = ${accountId} and g.day <= ${to}::date
    )
    select coalesce(l.day, t.day, g.day) as day, coalesce(g.opening_minor, t.opening) as opening,
      coalesce(g.closing_minor, t.closing) as closing, coalesce(l.booked, 0) as booked,
      coalesce(l.set_aside, 0) as "setAside", coalesce(l.open, 0) as open, coalesce(l.open_lines, 0) as "openLines",
      coalesce(l.lines, 0) as lines, g.day is not null as "isAgreed", g.name as "agreedBy"
    from line l full join told t on t.day = l.day full join agreed g on g.day = coalesce(l.day, t.day)
    order by 1`.execute(db);
  return rows;
}

export type AccountByDay = {
  readonly accountId: MoneyAccountId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly label: string;
  readonly timeZone: string;
};

/** The accounts with a day that is not agreed, where it is day at the place of their institution. */
export async function listAccountsByDay(db: Db, now: Date): Promise<AccountByDay[]> {
  const { rows } = await sql<AccountByDay>`
    select a.id as "accountId", m.id as "mfiId", m.name as "mfiName", a.label, m.time_zone as "timeZone"
    from money_accounts a join mfis m on m.id = a.mfi_id
    where extract(hour from ${now}::timestamptz at time zone m.time_zone) between 8 and 19
      and exists (
        select from statement_lines l where l.account_id = a.id and not exists (
          select from agreed_days g where g.account_id = a.id and g.day = coalesce(l.stands_on, l.booked_on)
        )
      )
    order by a.id`.execute(db);
  return rows;
}

/** A document that names the account and has neither a line nor a reason for that. */
export type WithoutLine = {
  readonly kind: 'receipt' | 'payment' | 'withdrawal' | 'payout';
  readonly id: number;
  readonly on: CalendarDate;
  /** The sum of the document, below zero for money that left. */
  readonly amountMinor: number;
};

/** The name of a document on the wire. */
export function documentOf({ kind, id }: Pick<WithoutLine, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** Documents of days whose lines may be forgotten are not among them: they were settled with their day. */
export async function listWithoutLine(db: Db, accountId: MoneyAccountId, now: Date): Promise<WithoutLine[]> {
  const { rows } = await sql<WithoutLine>`
    select * from (
    select 'receipt' as kind, r.id, r.received_on as "on", r.local_minor as "amountMinor" from receipts r
    where r.account_id = ${accountId} and r.state = 'booked'
      and not exists (select from line_parts d where d.receipt_id = r.id and d.undone_at is null)
      and not exists (select from day_reasons y where y.receipt_id = r.id)
    union all
    select 'payment', y.id, coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date),
      coalesce(y.local_minor, y.amount_cents)
    from payments y join money_accounts a on a.id = y.account_id join mfis m on m.id = a.mfi_id
    -- Another currency than the account's is no sum that a line could say.
    where y.account_id = ${accountId} and y.state = 'approved' and coalesce(y.local_currency, 'USD') = a.currency
      and not exists (select from line_parts d where d.payment_id = y.id and d.undone_at is null)
      and not exists (select from day_reasons g where g.payment_id = y.id)
    union all
    select 'withdrawal', w.id, w.sent_on, -w.paid_minor from withdrawals w
    where w.account_id = ${accountId} and w.state in ('sent', 'confirmed') and w.paid_minor is not null
      and not exists (select from line_parts d where d.withdrawal_id = w.id and d.undone_at is null)
      and not exists (select from day_reasons y where y.withdrawal_id = w.id)
    union all
    select 'payout', o.id, o.sent_on, -o.paid_minor from payouts o
    where o.account_id = ${accountId} and o.state in ('sent', 'confirmed')
      and not exists (select from line_parts d where d.payout_id = o.id and d.undone_at is null)
      and not exists (select from day_reasons y where y.payout_id = o.id)
    ) d where d."on" >= ${oldestKeptDay(now)}::date or d."on" is null
    order by 1, 2`.execute(db);
  return rows;
}

/** Holds the lines of a day, and tells who had a hand in them: who sent their files, booked them or set them aside. */
export async function lockHandsOf(tx: Tx, accountId: MoneyAccountId, day: CalendarDate): Promise<Set<UserId>> {
  await sql`
    select id from statement_lines where account_id = ${accountId} and coalesce(stands_on, booked_on) = ${day}::date
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ userId: UserId }>`
    select s.uploaded_by as "userId" from statements s
    where s.account_id = ${accountId} and (
      exists (select from statement_days d where d.statement_id = s.id and d.day = ${day}::date)
      or exists (
        select from statement_lines l where l.statement_id = s.id and coalesce(l.stands_on, l.booked_on) = ${day}::date
      )
    )
    union
    select d.booked_by from line_parts d join statement_lines l on l.id = d.line_id
    where l.account_id = ${accountId} and coalesce(l.stands_on, l.booked_on) = ${day}::date and d.undone_at is null`.execute(
    tx,
  );
  return new Set(rows.map(({ userId }) => userId));
}

export type AgreedDay = {
  readonly accountId: MoneyAccountId;
  readonly day: CalendarDate;
  readonly openingMinor: number;
  readonly closingMinor: number;
  readonly agreedBy: UserId;
  readonly agreedAt: Date;
  readonly selfApproved: boolean;
};

export async function insertAgreedDay(tx: Tx, day: AgreedDay): Promise<void> {
  await tx
    .insertInto('agreedDays')
    .values(day as never)
    .execute();
}

export async function insertDayReasons(
  tx: Tx,
  of: {
    readonly accountId: MoneyAccountId;
    readonly day: CalendarDate;
    readonly givenBy: UserId;
    readonly givenAt: Date;
  },
  reasons: ReadonlyArray<Pick<WithoutLine, 'kind' | 'id'> & { readonly reason: string }>,
): Promise<void> {
  if (reasons.length === 0) return;
  await tx
    .insertInto('dayReasons')
    .values(reasons.map(({ kind, id, reason }) => ({ ...of, reason, [`${kind}Id`]: id }) as never))
    .execute();
}

/** A line of an agreed day covers its receipts, so that they may leave again (R25.10); none of the person who agreed. */
export async function confirmReceiptsOf(
  tx: Tx,
  { accountId, day, agreedBy, agreedAt }: Pick<AgreedDay, 'accountId' | 'day' | 'agreedBy' | 'agreedAt'>,
): Promise<void> {
  await sql`
    update receipts r set confirmed_by = ${agreedBy}, confirmed_at = ${agreedAt}
    from line_parts d join statement_lines l on l.id = d.line_id
    where d.receipt_id = r.id and d.undone_at is null and l.account_id = ${accountId}
      and coalesce(l.stands_on, l.booked_on) = ${day}::date
      and r.confirmed_at is null and r.user_id <> ${agreedBy} and r.state = 'booked'`.execute(tx);
}
