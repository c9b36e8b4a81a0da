import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isAccountOf } from '../../ledger/ledger.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';

type Year = { readonly from: CalendarDate; readonly to: CalendarDate };
type Loan = { readonly proposalId: ProposalId; readonly title: string; readonly mfiName: string };
/** Sums of the year, but for what is owed to the person at its end; what was recovered is lost no more. */
export type LentOfYear = Loan & {
  readonly lentCents: Cents;
  readonly cameBackCents: Cents;
  /** Backed in earlier years, and ended in this one before it was lent. */
  readonly endedCents: Cents;
  readonly forgivenCents: Cents;
  readonly lostCents: Cents;
  readonly stillOutCents: Cents;
};
/** Sums of the year, but for what the person owes at its end. */
export type BorrowedOfYear = Loan & {
  readonly receivedCents: Cents;
  readonly repaidCents: Cents;
  readonly outstandingCents: Cents;
};

const ends = ({ to }: Year) => sql`(${to}::date + 1)::timestamp at time zone 'UTC'`;
const inYear = (year: Year) => sql`j.at >= ${year.from}::date::timestamp at time zone 'UTC' and j.at < ${ends(year)}`;

/** The loans of which a part was the person's in this year or is at its end. */
export async function listLentOfYear(db: Db, userId: UserId, year: Year): Promise<LentOfYear[]> {
  const { rows } = await sql<LentOfYear>`
    with own as materialized (
      select a.id, a.kind from accounts a where a.kind in ('claim', 'lost', 'wallet') and ${isAccountOf(sql`${userId}::bigint`)}
    ), moved as (
      select t.proposal_id, t.journal_id, o.kind, t.amount_cents as cents from own o join transfers t on t.to_account_id = o.id
      union all
      select t.proposal_id, t.journal_id, o.kind, -t.amount_cents from own o join transfers t on t.from_account_id = o.id
    ), sums as (
      select m.proposal_id,
        coalesce(sum(cents) filter (where m.kind = 'claim' and ${inYear(year)}
          and j.kind not in ('payment_approved', 'payment_reversed', 'forgiven', 'written_off')), 0)::bigint as backed,
        coalesce(sum(cents) filter (where m.kind = 'claim' and not (${inYear(year)})), 0)::bigint as opened,
        coalesce(bool_or(m.kind = 'claim' and ${inYear(year)} and j.kind = 'release'), false) as "isReleased",
        coalesce(sum(cents) filter (where m.kind = 'wallet' and ${inYear(year)}
          and j.kind in ('payment_approved', 'payment_reversed', 'forgiven', 'written_off')), 0)::bigint as came_back,
        -- A claim also falls by the cent that the forgiving of another frees (R22.9), which came back.
        coalesce(-sum(cents) filter (where m.kind = 'claim' and ${inYear(year)} and j.kind = 'forgiven' and exists (
          select from forgivings f where f.id = j.forgiving_id and f.user_id = ${userId})), 0)::bigint as forgiven,
        coalesce(sum(cents) filter (where m.kind = 'lost' and ${inYear(year)}), 0)::bigint as lost,
        coalesce(sum(cents) filter (where m.kind = 'claim'), 0)::bigint as still_out
      from moved m join journals j on j.proposal_id = m.proposal_id and j.id = m.journal_id
      where m.proposal_id <> 0 and j.at < ${ends(year)} group by m.proposal_id
    ), parted as (
      -- A release of the backings ends all that stood at the beginning of the year. Else the last ones end first.
      select *, case when "isReleased" then opened else greatest(-backed, 0) end as ended from sums
    )
    select p.id as "proposalId", ${knownTitle(sql`${userId}::bigint`)} as title, f.name as "mfiName",
      s.backed + s.ended as "lentCents", s.came_back as "cameBackCents", s.ended as "endedCents",
      s.forgiven as "forgivenCents", s.lost as "lostCents", s.still_out as "stillOutCents"
    from parted s join proposals p on p.id = s.proposal_id join mfis f on f.id = p.mfi_id
    where s.backed + s.ended <> 0 or s.came_back <> 0 or s.ended <> 0 or s.forgiven <> 0 or s.lost <> 0 or s.still_out <> 0
    order by p.id`.execute(db);
  return rows;
}

/** The person’s own loans of which something moved in this year or is outstanding at its end. */
export async function listBorrowedOfYear(db: Db, userId: UserId, year: Year): Promise<BorrowedOfYear[]> {
  const { rows } = await sql<BorrowedOfYear>`
    with sums as (
      select p.id,
        coalesce(sum(case j.kind when 'withdrawal_sent' then j.amount_cents when 'withdrawal_failed' then -j.amount_cents end)
          filter (where ${inYear(year)}), 0)::bigint as received,
        coalesce(sum(case j.kind when 'payment_approved' then j.amount_cents when 'payment_reversed' then -j.amount_cents end)
          filter (where ${inYear(year)}), 0)::bigint as repaid,
        coalesce(sum(case when j.kind = 'backing' or j.kind = 'payment_reversed' then j.amount_cents
          when j.kind in ('release', 'lapsed', 'cancelled', 'payment_approved', 'forgiven') then -j.amount_cents end), 0)::bigint
          as outstanding
      from proposals p join journals j on j.proposal_id = p.id
      where p.owner_id = ${userId} and p.funded_at < ${ends(year)} and j.at < ${ends(year)} group by p.id
    )
    select p.id as "proposalId", p.title, f.name as "mfiName", s.received as "receivedCents", s.repaid as "repaidCents",
      s.outstanding as "outstandingCents"
    from sums s join proposals p on p.id = s.id join mfis f on f.id = p.mfi_id
    where s.received <> 0 or s.repaid <> 0 or s.outstanding <> 0 order by p.id`.execute(db);
  return rows;
}

/** The years of the person's movements and of their own loans, the newest first. */
export async function listYears(db: Db, userId: UserId): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    with own as materialized (
      select a.id from accounts a where a.kind in ('world', 'wallet', 'claim') and ${isAccountOf(sql`${userId}::bigint`)}
    ), moved as (
      select t.proposal_id, t.journal_id from own o join transfers t on t.to_account_id = o.id
      union
      select t.proposal_id, t.journal_id from own o join transfers t on t.from_account_id = o.id
      union
      select j.proposal_id, j.id from proposals p join journals j on j.proposal_id = p.id
      where p.owner_id = ${userId} and p.funded_cents > 0
    )
    select distinct extract(year from j.at at time zone 'UTC')::int as year
    from moved m join journals j on j.proposal_id = m.proposal_id and j.id = m.journal_id order by 1 desc`.execute(db);
  return rows.map(({ year }) => year);
}
