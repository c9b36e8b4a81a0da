import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { hasMissedDay, type LoanOfPerson } from '@sathi/domain/track-record.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { StoredInstalment } from '../repayments/instalments.repository.ts';
import type { ProposalRow } from './proposals.repository.ts';

/** A {@link LoanOfPerson} with the time zone of its MFI in place of the day, which is the day there. */
export type OwnerLoan = Omit<LoanOfPerson, 'today' | 'instalments'> & {
  readonly timeZone: string;
  readonly instalments: readonly StoredInstalment[];
};

/**
 * The released loans of a person at all institutions, for their track record and their limit (R26.3). One that is repaid keeps the days of
 * grace that it was last judged by (`loan-facts.repository.ts`).
 */
export function loansOf(ownerId: RawBuilder<unknown>): RawBuilder<OwnerLoan[]> {
  return sql<OwnerLoan[]>`
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'proposalId', l.id, 'fundedCents', l.funded_cents, 'repaidCents', l.repaid_cents,
        'forgivenCents', l.forgiven_cents, 'timeZone', k.time_zone,
        'graceDays', coalesce(case when l.status = ${STATUS.repaid} then (
          select v.grace_days from plan_versions v where v.proposal_id = l.id order by v.id desc limit 1
        ) end, k.late_grace_days), 'isDefaulted', l.defaulted_at is not null,
        'planChange', (select case when bool_or(c.was_late) then 'late' when count(*) > 0 then 'in_time' end
          from plan_changes c where c.proposal_id = l.id and c.state = 'accepted'),
        'instalments', (select coalesce(jsonb_agg(jsonb_build_object(
          'number', n.number, 'dueOn', n.due_on, 'amountCents', n.amount_cents, 'localMinor', n.local_minor) order by n.number), '[]'::jsonb)
          from instalments n where n.proposal_id = l.id),
        'payments', (select coalesce(jsonb_agg(jsonb_build_object(
          'on', coalesce(y.paid_on, (y.entered_at at time zone k.time_zone)::date), 'amountCents', y.amount_cents)), '[]'::jsonb)
          from payments y where y.proposal_id = l.id and y.state = 'approved')
      ))
      from proposals l join mfis k on k.id = l.mfi_id
      where l.owner_id = ${ownerId} and l.funded_cents > 0 and l.deleted_at is null
    ), '[]'::jsonb)`;
}

export async function listLoansOf(db: Db, ownerId: UserId, now: Date): Promise<LoanOfPerson[]> {
  const { rows } = await sql<{ loans: OwnerLoan[] }>`select ${loansOf(sql`${ownerId}::bigint`)} as loans`.execute(db);
  return withDay(rows[0]?.loans ?? [], now);
}

/** Whether a day of this loan was missed by now, which says what a change of its plan tells (R28.3). */
export async function hasMissedDayOf(
  db: Db,
  { id, ownerId }: Pick<ProposalRow, 'id' | 'ownerId'>,
  now: Date,
): Promise<boolean> {
  return (await listLoansOf(db, ownerId, now)).some((loan) => loan.proposalId === id && hasMissedDay(loan));
}

export function withDay(loans: readonly OwnerLoan[], now: Date): LoanOfPerson[] {
  return loans.map(({ timeZone, ...loan }) => ({ ...loan, today: calendarDateIn(timeZone, now) }));
}
