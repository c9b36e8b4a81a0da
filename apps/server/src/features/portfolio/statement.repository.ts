import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { JournalKind } from '../../ledger/ledger.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';

/**
 * One journal as it touched a person's own accounts: their money outside, and their credit, wherever it is held. Cents, signed. The
 * journals of one wallet are numbered under its lock, so their ids are the order in which it changed; the instant of a
 * request can be earlier than that of a journal before it, and then counts as that one's.
 */
export type StatementRow = {
  readonly id: number;
  readonly at: Date;
  /** Credit that an institution took over from the common one is credit as before, and its own money is nobody’s. */
  readonly kind: Exclude<JournalKind, 'credit_moved' | 'drawn'>;
  /** Null for a journal of no proposal. */
  readonly proposalId: ProposalId | null;
  /** The title of the proposal, else the name of the institution. */
  readonly title: string;
  readonly outsideCents: Cents;
  readonly creditCents: Cents;
  readonly creditAfterCents: Cents;
  /** The part of their claims that ended without money: lost, forgiven by them, never paid, or taken over unpaid. */
  readonly givenUpCents: Cents;
  /** The loan was in default then (R29.2). */
  readonly isRecovery: boolean;
};

/** Both days are included; a day begins and ends in UTC, as the instants of a statement are shown with their date. */
export type Period = { readonly from: CalendarDate | undefined; readonly to: CalendarDate | undefined };

const rowsOf = (userId: UserId) => sql`
  with own as materialized (
    select id, kind from accounts where kind in ('world', 'wallet') and proposal_key = 0 and user_key = ${userId}
  ), moved as (
    select t.proposal_id, t.journal_id, o.kind, t.amount_cents as cents
    from own o join transfers t on t.to_account_id = o.id
    union all
    select t.proposal_id, t.journal_id, o.kind, -t.amount_cents
    from own o join transfers t on t.from_account_id = o.id
  ), journal as (
    select proposal_id, journal_id, coalesce(sum(cents) filter (where kind = 'world'), 0)::bigint as outside,
      coalesce(sum(cents) filter (where kind = 'wallet'), 0)::bigint as credit
    from moved group by proposal_id, journal_id
  ), given_up as (
    select j.proposal_id, j.id as journal_id, f.amount_cents as cents
    from forgivings f join journals j on j.forgiving_id = f.id and j.proposal_id = f.proposal_id where f.user_id = ${userId}
    union all
    select t.proposal_id, t.journal_id, t.amount_cents
    from accounts a join transfers t on t.to_account_id = a.id
    join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id and j.kind = 'written_off'
    where a.kind = 'lost' and a.user_id = ${userId}
    union all
    -- The institution pays for what it takes over of a released loan, by the receipt that the bank took back.
    select t.proposal_id, t.journal_id, t.amount_cents
    from accounts a join transfers t on t.from_account_id = a.id
    join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
      and (j.kind = 'lapsed' or (j.kind = 'taken_over' and j.receipt_id is null))
    where a.kind = 'claim' and a.user_id = ${userId}
  ), touched as (
    select coalesce(m.proposal_id, g.proposal_id) as proposal_id, coalesce(m.journal_id, g.journal_id) as journal_id,
      coalesce(m.outside, 0)::bigint as outside, coalesce(m.credit, 0)::bigint as credit, coalesce(g.cents, 0)::bigint as given_up
    from journal m full join given_up g on g.proposal_id = m.proposal_id and g.journal_id = m.journal_id
  ), running as (
    select j.id, max(j.at) over (order by j.id) as at, j.kind, j.loan_id as "proposalId",
      case when p.id is null then f.name else ${knownTitle(sql`${userId}::bigint`)} end as title, m.outside as "outsideCents",
      m.credit as "creditCents", (sum(m.credit) over (order by j.id))::bigint as "creditAfterCents",
      m.given_up as "givenUpCents", coalesce(j.kind = 'payment_approved' and j.at >= p.defaulted_at, false) as "isRecovery"
    from touched m
    join journals j on j.proposal_id = m.proposal_id and j.id = m.journal_id
    left join proposals p on p.id = j.loan_id
    left join mfis f on f.id = j.mfi_id
    where j.kind <> 'credit_moved'
  )`;
const within = ({ from, to }: Period) => sql`
  (${from ?? null}::date is null or at >= ${from ?? null}::date::timestamp at time zone 'UTC')
  and (${to ?? null}::date is null or at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')`;

/** Newest first. */
export async function listStatement(
  db: Db,
  userId: UserId,
  period: Period,
  page: { readonly limit: number; readonly after: { readonly value: unknown; readonly id: number } | null },
): Promise<StatementRow[]> {
  const after = page.after ? sql`and (at, id) < (${page.after.value}::timestamptz, ${page.after.id}::bigint)` : sql``;
  const { rows } = await sql<StatementRow>`
    ${rowsOf(userId)}
    select * from running where ${within(period)} ${after} order by at desc, id desc limit ${page.limit}`.execute(db);
  return rows;
}

export type StatementTotals = {
  readonly openingCredit: Cents;
  readonly closingCredit: Cents;
  /** The money that came from outside into Sathi, and the money that went back. */
  readonly paidIn: Cents;
  readonly paidOut: Cents;
};

export async function findStatementTotals(db: Db, userId: UserId, period: Period): Promise<StatementTotals> {
  const { from, to } = period;
  const { rows } = await sql<StatementTotals>`
    ${rowsOf(userId)}
    select
      coalesce(sum("creditCents") filter (where at < ${from ?? null}::date::timestamp at time zone 'UTC'), 0)::bigint as "openingCredit",
      coalesce(sum("creditCents") filter (where ${to ?? null}::date is null
        or at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC'), 0)::bigint as "closingCredit",
      coalesce(-sum("outsideCents") filter (where "outsideCents" < 0 and ${within(period)}), 0)::bigint as "paidIn",
      coalesce(sum("outsideCents") filter (where "outsideCents" > 0 and ${within(period)}), 0)::bigint as "paidOut"
    from running`.execute(db);
  return rows[0] as StatementTotals;
}
