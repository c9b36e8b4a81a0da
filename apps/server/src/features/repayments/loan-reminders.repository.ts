import type { LocalUnit } from '@sathi/domain/asked-local.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Reference } from '@sathi/domain/references.ts';
import type { Reminder } from '@sathi/domain/reminders.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { StoredInstalment } from './instalments.repository.ts';

/** An institution that has not looked at all its loans today. */
export type RemindingMfi = LocalUnit & {
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly graceDays: number;
  readonly remindedOn: CalendarDate | null;
};

export async function listRemindingMfis(db: Db): Promise<RemindingMfi[]> {
  const rows = await db
    .selectFrom('mfis')
    .select([
      'id as mfiId',
      'name as mfiName',
      'timeZone',
      'lateGraceDays as graceDays',
      'loansRemindedOn as remindedOn',
    ])
    .select(['localCurrency', 'localUnitMinor'])
    .orderBy('id')
    .execute();
  return rows as RemindingMfi[];
}

export async function setReminded(db: Db, mfiId: MfiId, today: CalendarDate): Promise<void> {
  await db.updateTable('mfis').set({ loansRemindedOn: today }).where('id', '=', mfiId).execute();
}

export type OpenLoan = {
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly title: string;
  readonly reference: Reference;
  readonly instalments: readonly StoredInstalment[];
  /** Approved and waiting payments, in dollars and in the money of the loan. */
  readonly coveredCents: Cents;
  readonly coveredMinor: Minor;
  /** Null for a loan in dollars. */
  readonly currency: LocalCurrency | null;
  readonly reminded: readonly Pick<Reminder, 'dueOn' | 'days'>[];
};

/** Running loans of an institution that are not written off, that nothing was said about today, and whose reminders do not rest (R28.1), by id; `only` one of them. */
export async function listOpenLoans(
  db: Db,
  mfiId: MfiId,
  { today, at, after, limit, only }: { today: CalendarDate; at: Date; after: number; limit: number; only?: ProposalId },
): Promise<OpenLoan[]> {
  const { rows } = await sql<OpenLoan>`
    select p.id as "proposalId", p.owner_id as "ownerId", p.title, p.loan_reference as reference,
      p.repaid_cents + p.pending_cents as "coveredCents", p.local_currency as currency, (
        select coalesce(sum(y.counted_minor), 0)::bigint from payments y
        where y.proposal_id = p.id and y.state in ('pending', 'approved')
      ) as "coveredMinor", (
        select coalesce(jsonb_agg(jsonb_build_object('number', n.number, 'dueOn', n.due_on,
          'amountCents', n.amount_cents, 'localMinor', n.local_minor) order by n.number), '[]'::jsonb)
        from instalments n where n.proposal_id = p.id
      ) as instalments, (
        select coalesce(jsonb_agg(jsonb_build_object('dueOn', r.due_on, 'days', r.days)), '[]'::jsonb)
        from loan_reminders r where r.proposal_id = p.id
      ) as reminded
    from proposals p
    where p.mfi_id = ${mfiId} and p.status = ${STATUS.funded} and p.written_off_at is null and p.deleted_at is null and p.id > ${after}
      and p.id = coalesce(${only ?? null}::bigint, p.id)
      and not exists (select from hardships h where h.proposal_id = p.id and h.reminders_rest_until > ${at}
        and h.state <> 'taken_back')
      and not exists (select from loan_reminders r where r.proposal_id = p.id and r.told_on = ${today}::date)
    order by p.id limit ${limit}`.execute(db);
  return rows;
}

/** Takes the reminder for itself. @returns false when another process has given it, or one of today, meanwhile */
export async function claimReminder(
  tx: Tx,
  { proposalId, dueOn, days }: Pick<OpenLoan, 'proposalId'> & Pick<Reminder, 'dueOn' | 'days'>,
  { toldAt, toldOn }: { readonly toldAt: Date; readonly toldOn: CalendarDate },
): Promise<boolean> {
  const row = await tx
    .insertInto('loanReminders')
    .values({ proposalId, dueOn, days, toldAt, toldOn, byBell: false, bySms: false, byMail: false })
    .onConflict((conflict) => conflict.doNothing())
    .returning('proposalId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the ways that a reminder took, as its person has chosen them: the bell and messages of its key (R27.4). */
export async function keepWays(
  tx: Tx,
  { proposalId, dueOn, days }: Pick<OpenLoan, 'proposalId'> & Pick<Reminder, 'dueOn' | 'days'>,
  key: string,
): Promise<void> {
  await sql`
    update loan_reminders set
      by_bell = exists (select from notifications where dedupe_key = ${key}),
      by_sms = exists (select from outbox where dedupe_key = ${`${key}:sms`}),
      by_mail = exists (select from outbox where dedupe_key = ${key})
    where proposal_id = ${proposalId} and due_on = ${dueOn}::date and days = ${days}`.execute(tx);
}

export type GivenReminder = {
  readonly dueOn: CalendarDate;
  readonly days: number;
  readonly toldAt: Date;
  readonly byBell: boolean;
  readonly bySms: boolean;
  readonly byMail: boolean;
};

const SHOWN_MAX = 12;

/** The newest reminders of a loan. */
export async function listGivenReminders(db: Db, proposalId: ProposalId): Promise<GivenReminder[]> {
  return (await db
    .selectFrom('loanReminders')
    .select(['dueOn', 'days', 'toldAt', 'byBell', 'bySms', 'byMail'])
    .where('proposalId', '=', proposalId)
    .orderBy('toldAt', 'desc')
    .limit(SHOWN_MAX)
    .execute()) as GivenReminder[];
}
