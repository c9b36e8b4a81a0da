import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { Category } from '@sathi/domain/categories.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { OPEN_STATUSES, STATUS } from '../../db/proposal-status.ts';
import { isInPlace } from './proposal-lists.repository.ts';

/** Visitors may see it: published, not deleted, not hidden by reports. */
const IS_PUBLIC = sql`p.deleted_at is null and p.hidden_at is null and p.status >= ${STATUS.published}`;

export type FiguresOf = {
  readonly mfiId?: MfiId | undefined;
  readonly place?: string | undefined;
  readonly category?: Category | undefined;
};
export type PublicFigures = {
  readonly place: string | null;
  readonly openCount: number;
  readonly runningCount: number;
  readonly repaidCount: number;
  readonly lentCents: Cents;
  readonly repaidCents: Cents;
  readonly borrowersCount: number;
  readonly backersCount: number;
  readonly since: CalendarDate | null;
};

/**
 * The figures of what is public; undefined for a place that no loan names. The places that begin with it are counted
 * in, as its list shows them.
 */
export async function findPublicFigures(db: Db, of: FiguresOf, now: Date): Promise<PublicFigures | undefined> {
  const { rows } = await sql<PublicFigures>`
    with counted as (
      select p.id, p.place, p.status, p.funding_deadline, p.funded_cents, p.repaid_cents, p.owner_id, p.funded_at, m.time_zone
      from proposals p join mfis m on m.id = p.mfi_id where ${conditions(of)}
    )
    select
      mode() within group (order by place) filter (where folded(place) = folded(${of.place ?? null}::text)) as place,
      (count(*) filter (where status in ${OPEN_STATUSES} and funding_deadline >= ${now}))::int as "openCount",
      (count(*) filter (where status in (${STATUS.backed}, ${STATUS.funded})))::int as "runningCount",
      (count(*) filter (where status = ${STATUS.repaid}))::int as "repaidCount",
      coalesce(sum(funded_cents), 0)::bigint as "lentCents",
      coalesce(sum(repaid_cents), 0)::bigint as "repaidCents",
      (count(distinct owner_id) filter (where funded_cents > 0))::int as "borrowersCount",
      (select count(distinct i.investor_id)::int from investments i
        where i.released_at is null and i.proposal_id in (select id from counted)) as "backersCount",
      min((funded_at at time zone time_zone)::date) as since
    from counted`.execute(db);
  const figures = rows[0] as PublicFigures;
  return of.place !== undefined && figures.place === null ? undefined : figures;
}

export type PayingDays = { readonly daysDueToPaid: number | null; readonly daysPaidToApproved: number | null };

/** The middle of all days from due to paid, and from paid to approved, of the loans of an institution (R22.2). */
export async function findPayingDays(db: Db, mfiId: MfiId): Promise<PayingDays> {
  const { rows } = await sql<PayingDays>`
    with loans as (
      select p.id, m.time_zone from proposals p join mfis m on m.id = p.mfi_id
      where ${IS_PUBLIC} and p.mfi_id = ${mfiId} and p.funded_cents > 0
    ), said as (
      select y.proposal_id, y.id, y.amount_cents, (y.decided_at at time zone l.time_zone)::date as approved_on,
        coalesce(y.paid_on, (y.entered_at at time zone l.time_zone)::date) as paid_on
      from payments y join loans l on l.id = y.proposal_id where y.state = 'approved'
    ), paid as (
      select said.*, sum(amount_cents) over (partition by proposal_id order by paid_on, id) as until from said
    ), due as (
      select n.proposal_id, n.due_on, sum(n.amount_cents) over (partition by n.proposal_id order by n.number) as until
      from instalments n join loans l on l.id = n.proposal_id
    )
    select (
      select percentile_cont(0.5) within group (order by c.paid_on - d.due_on) from due d cross join lateral (
        select paid_on from paid p where p.proposal_id = d.proposal_id and p.until >= d.until order by p.until limit 1
      ) c
    ) as "daysDueToPaid", (
      select percentile_cont(0.5) within group (order by approved_on - paid_on) from paid
    ) as "daysPaidToApproved"`.execute(db);
  return rows[0] as PayingDays;
}

function conditions({ mfiId, place, category }: FiguresOf): RawBuilder<unknown> {
  return sql`${IS_PUBLIC} and p.mfi_id = coalesce(${mfiId ?? null}::bigint, p.mfi_id)
    ${category === undefined ? sql`` : sql`and p.category = ${category}`}
    ${place === undefined ? sql`` : isInPlace(place)}`;
}

/** The addresses of one kind at most, as many as a list for search engines has room for, the newest first. */
const LISTED_MAX = 5_000;

export type PublicAddresses = {
  readonly mfis: readonly string[];
  readonly places: readonly string[];
  readonly categories: readonly Category[];
  readonly proposals: readonly { readonly id: string; readonly mfiName: string }[];
  readonly campaigns: readonly { readonly id: string; readonly mfiName: string }[];
};

/** The public pages that have something on them. Loans whose words are gone have nothing to find. */
export async function listPublicAddresses(db: Db): Promise<PublicAddresses> {
  const [mfis, places, categories, proposals, campaigns] = await Promise.all([
    sql<{ name: string }>`select name from mfis order by id`.execute(db),
    sql<{ place: string }>`
      select mode() within group (order by p.place) as place from proposals p
      where ${IS_PUBLIC} and p.place is not null group by folded(p.place) order by count(*) desc limit ${LISTED_MAX}`.execute(
      db,
    ),
    sql<{ category: Category }>`
      select distinct p.category from proposals p where ${IS_PUBLIC} and p.category is not null order by 1`.execute(db),
    sql<{ id: string; mfiName: string }>`
      select p.id::text, m.name as "mfiName" from proposals p join mfis m on m.id = p.mfi_id
      where ${IS_PUBLIC} and p.reduced_at is null order by p.published_at desc limit ${LISTED_MAX}`.execute(db),
    sql<{ id: string; mfiName: string }>`
      select c.id::text, m.name as "mfiName" from campaigns c join mfis m on m.id = c.mfi_id
      where c.published and c.archived_at is null order by c.id desc limit ${LISTED_MAX}`.execute(db),
  ]);
  return {
    mfis: mfis.rows.map(({ name }) => name),
    places: places.rows.map(({ place }) => place),
    categories: categories.rows.map(({ category }) => category),
    proposals: proposals.rows,
    campaigns: campaigns.rows,
  };
}
