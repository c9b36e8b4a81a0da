import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import { type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import type { RunningLoan } from '@sathi/domain/portfolio.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

type DueRow = {
  readonly unpaidOn: CalendarDate | null;
  readonly owedCents: Cents;
  readonly owed: LocalSum;
  readonly timeZone: string;
  readonly graceDays: number;
};

/** Loans that owe since the same day, and in the same money, as if they were one. */
export type DueLoans = RunningLoan & { readonly loansCount: number; readonly isWrittenOff: boolean };

/** The running loans of an institution, from the kept figures: some for each day since which they owe, in no order. */
export async function listDueLoans(db: Db, mfiId: MfiId, now: Date): Promise<DueLoans[]> {
  const { rows } = await sql<DueRow & Pick<DueLoans, 'loansCount' | 'isWrittenOff'>>`
    select ${dueColumns({ cents: sql`f.cents`, minor: sql`f.minor` })}, f.is_written_off as "isWrittenOff",
      f.loans::int as "loansCount"
    from (
      select mfi_id, unpaid_on, is_written_off, currency, sum(loans) as loans, sum(outstanding_cents) as cents,
        sum(outstanding_minor) as minor
      from portfolio_figures where mfi_id = ${mfiId}
      group by mfi_id, unpaid_on, is_written_off, currency having sum(loans) > 0
    ) f join mfis m on m.id = f.mfi_id`.execute(db);
  return rows.map(({ loansCount, isWrittenOff, ...row }) => ({ ...dueLoan(row, now), loansCount, isWrittenOff }));
}

/** The loans that owe for the longest time, of them the largest first; none that is written off. */
export async function listLongestDue(
  db: Db,
  mfiId: MfiId,
  { limit, officerId }: { readonly limit?: number; readonly officerId?: UserId },
  now: Date,
): Promise<(RunningLoan & { readonly proposalId: ProposalId })[]> {
  const { rows } = await sql<DueRow & { readonly proposalId: ProposalId }>`
    select ${dueColumns({ cents: sql`f.outstanding_cents`, minor: sql`f.outstanding_minor` })}, f.proposal_id as "proposalId"
    from (
      select * from loan_dues where mfi_id = ${mfiId} and outstanding_cents > 0 and not is_written_off
        ${officerId === undefined ? sql`` : sql`and proposal_id in (select id from proposals where officer_id = ${officerId})`}
      order by unpaid_on, outstanding_cents desc, proposal_id limit ${limit ?? null}
    ) f join mfis m on m.id = f.mfi_id order by f.unpaid_on, f.outstanding_cents desc, f.proposal_id`.execute(db);
  return rows.map(({ proposalId, ...row }) => ({ ...dueLoan(row, now), proposalId }));
}

function dueColumns({ cents, minor }: { cents: RawBuilder<unknown>; minor: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`f.unpaid_on as "unpaidOn", ${cents}::bigint as "owedCents",
    jsonb_build_object('amount', ${minor}, 'currency', f.currency) as owed,
    m.time_zone as "timeZone", m.late_grace_days as "graceDays"`;
}

/** A loan with one instalment, which is all that it owes: its lateness is that of the oldest unpaid one (R10.7). */
function dueLoan({ unpaidOn, owedCents, owed, timeZone, graceDays }: DueRow, now: Date): RunningLoan {
  return {
    instalments: unpaidOn === null ? [] : [{ number: 1, dueOn: unpaidOn, amountCents: owedCents }],
    fundedCents: owedCents,
    repaidCents: ZERO_CENTS,
    forgivenCents: ZERO_CENTS,
    today: calendarDateIn(timeZone, now),
    graceDays,
    localOutstanding: owed,
  };
}
