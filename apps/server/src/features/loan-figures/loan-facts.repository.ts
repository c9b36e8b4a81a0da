import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { COUNTED_JOURNALS, type LoanFacts } from '@sathi/domain/loan-figures.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type Release = { readonly proposalId: ProposalId; readonly mfiId: MfiId; readonly releasedOn: CalendarDate };

/** Every loan whose money was released, by the history of its proposal, each with its last release. */
export async function listReleases(db: Db): Promise<Release[]> {
  const { rows } = await sql<Release>`
    select e.proposal_id as "proposalId", p.mfi_id as "mfiId",
      max((e.at at time zone m.time_zone)::date) as "releasedOn"
    from proposal_events e join proposals p on p.id = e.proposal_id join mfis m on m.id = p.mfi_id
    where e.kind = 'funds_released' group by e.proposal_id, p.mfi_id order by e.proposal_id`.execute(db);
  return rows;
}

/** The day on which the loan `p` of the institution `m` defaulted (R29.1). */
const DEFAULTED_ON = sql`(
  select (d.closed_at at time zone m.time_zone)::date from loan_defaults d
  where d.proposal_id = p.id and d.state = 'defaulted'
)`;

/** The event `e` puts its proposal before the public: a draft, or one that is published as it is made (T1, T2). */
const IS_PUBLISHING = sql`(e.kind = 'published' or (e.kind = 'created' and e.to_status = ${STATUS.published}))`;

/** The facts of these loans, from rows that are only ever added to; each day is one of the loan’s institution. */
export async function listLoanFacts(db: Db, ids: readonly ProposalId[]): Promise<LoanFacts[]> {
  const { rows } = await sql<LoanFacts>`
    select p.id as "proposalId", h.*, (
        select coalesce(jsonb_agg(jsonb_build_object('kind', j.kind, 'on', (j.at at time zone m.time_zone)::date,
          'amountCents', j.amount_cents, 'paidOn', case when j.payment_id is not null then
            coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) end) order by j.id), '[]'::jsonb)
        from journals j left join payments y on y.proposal_id = j.proposal_id and y.id = j.payment_id
        where j.proposal_id = p.id and j.kind = any (${COUNTED_JOURNALS}::text[])
      ) as moves, (
        select coalesce(jsonb_agg(jsonb_build_object('fromOn', v.from_on, 'change', v.change, 'graceDays', v.grace_days,
          'instalments', v.instalments) order by v.id), '[]'::jsonb)
        from plan_versions v where v.proposal_id = p.id
      ) as plans
    from proposals p join mfis m on m.id = p.mfi_id cross join lateral (
      select max((e.at at time zone m.time_zone)::date) filter (where e.kind = 'funds_released') as "releasedOn",
        case when max(e.id) filter (where e.kind = 'release_undone') > max(e.id) filter (where e.kind = 'funds_released')
          then max((e.at at time zone m.time_zone)::date) filter (where e.kind = 'release_undone') end as "undoneOn",
        max((e.at at time zone m.time_zone)::date) filter (where ${IS_PUBLISHING}) as "publishedOn",
        ${DEFAULTED_ON} as "defaultedOn"
      from proposal_events e where e.proposal_id = p.id
    ) h
    where p.id = any (${ids}::bigint[]) order by p.id`.execute(db);
  return rows;
}

/**
 * Keeps each plan that is not kept yet, because a plan in force is replaced. A loan is looked at each night, and `day` is the one
 * that has ended; a change that names its own day came into force then. A forgiving cuts the plan of a loan that it ends
 * (R30.1), and the grace of an ended loan stays.
 */
export async function keepPlans(tx: Tx, day: CalendarDate): Promise<void> {
  await sql`
    with of_loans as (
      select p.id, p.status, m.time_zone, m.late_grace_days as grace_days,
        (p.funded_at at time zone m.time_zone)::date as released_on, (
          select v.id from plan_versions v where v.proposal_id = p.id order by v.id desc limit 1
        ) as version_id, (
          select coalesce(jsonb_agg(jsonb_build_object('number', n.number, 'dueOn', n.due_on, 'amountCents', n.amount_cents)
            order by n.number), '[]'::jsonb) from instalments n where n.proposal_id = p.id
        ) as instalments
      from proposals p join mfis m on m.id = p.mfi_id where p.funded_cents > 0
    ), changes as (
      select l.id, c.closed_at, c.before, (c.closed_at at time zone l.time_zone)::date as changed_on,
        bool_or(c.was_late) over earlier as was_late
      from of_loans l join plan_changes c on c.proposal_id = l.id and c.state = 'accepted'
      window earlier as (partition by l.id order by c.closed_at)
    ), in_force as (
      select l.*, newest.changed_on, case newest.was_late when true then 'late' when false then 'in_time' end as change
      from of_loans l left join lateral (
        select c.changed_on, c.was_late from changes c where c.id = l.id order by c.closed_at desc limit 1
      ) newest on true
    ), replaced as (
      select c.id, c.closed_at, l.grace_days,
        coalesce(lag(c.changed_on) over earlier, l.released_on) as from_on,
        case lag(c.was_late) over earlier when true then 'late' when false then 'in_time' end as change, (
          select jsonb_agg(jsonb_build_object('number', n->'number', 'dueOn', n->'dueOn', 'amountCents', n->'amountCents')
            order by (n->>'number')::int) from jsonb_array_elements(c.before) n
        ) as instalments
      from changes c join of_loans l on l.id = c.id and l.version_id is null
      window earlier as (partition by c.id order by c.closed_at)
    ), wanted as (
      select id as proposal_id, closed_at as place, from_on, change, grace_days, instalments from replaced
      union all
      select f.id, null, coalesce(f.changed_on, f.released_on), f.change, f.grace_days, f.instalments
      from in_force f where f.version_id is null and f.instalments <> '[]'
      union all
      select f.id, null, greatest(v.from_on, case when f.changed_on > v.from_on then f.changed_on else ${day}::date end),
        f.change, judged.grace_days, f.instalments
      from in_force f join plan_versions v on v.proposal_id = f.id and v.id = f.version_id
      cross join lateral (
        select case f.status when ${STATUS.funded} then f.grace_days else v.grace_days end as grace_days
      ) judged
      where f.status in (${STATUS.funded}, ${STATUS.repaid})
        and (v.change, v.grace_days, v.instalments) is distinct from (f.change, judged.grace_days, f.instalments)
    )
    insert into plan_versions (proposal_id, from_on, change, grace_days, instalments)
    select proposal_id, from_on, change, grace_days, instalments from wanted
    order by proposal_id, place nulls last`.execute(tx);
}
