import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { AskedDefault, DefaultCause, LoanInDoubt } from '@sathi/domain/defaults.ts';
import type { DefaultId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

/** A question whether a loan is in default, or its answer. */
export type DefaultRow = AskedDefault & {
  readonly id: DefaultId;
  readonly state: 'asked' | 'defaulted';
  readonly cause: DefaultCause | null;
  readonly reason: string | null;
  readonly closedAt: Date | null;
};

/** The question that is open, or the default; undefined for neither. */
export async function findLoanDefault(db: Db, proposalId: ProposalId): Promise<DefaultRow | undefined> {
  const row = await db
    .selectFrom('loanDefaults')
    .select(['id', 'state', 'askedAt', 'cause', 'reason', 'closedAt'])
    .where('proposalId', '=', proposalId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const delays = await db
    .selectFrom('defaultDelays')
    .select('putOffAt')
    .where('defaultId', '=', row.id)
    .orderBy('id')
    .execute();
  return { ...row, putOffAt: delays.map(({ putOffAt }) => putOffAt) } as DefaultRow;
}

/** A running loan with what its condition is judged by, and the question that is open about it. */
export type DoubtfulLoan = Omit<LoanInDoubt, 'today'> & {
  readonly proposalId: ProposalId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly title: string;
  readonly ownerId: UserId;
  readonly timeZone: string;
  readonly isMoneySent: boolean;
  readonly isAsked: boolean;
};

/**
 * Loans whose money was sent and that are not in default, with an unpaid due day long ago or an open question, by id; `only` one of them.
 * Lateness and the last payment say of each exactly whether the condition holds (R10.9).
 */
export async function listDoubtfulLoans(db: Db, dueBefore: CalendarDate, only?: ProposalId): Promise<DoubtfulLoan[]> {
  const { rows } = await sql<DoubtfulLoan>`
    select p.id as "proposalId", p.mfi_id as "mfiId", m.name as "mfiName", p.title, p.owner_id as "ownerId",
      m.time_zone as "timeZone", m.late_grace_days as "graceDays", p.funded_cents as "fundedCents",
      p.repaid_cents as "repaidCents", p.forgiven_cents as "forgivenCents", (
        select max(coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date)) from payments y
        where y.proposal_id = p.id and y.state = 'approved'
      ) as "lastPaidOn", (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', n.number, 'dueOn', n.due_on, 'amountCents', n.amount_cents) order by n.number), '[]'::jsonb)
        from instalments n where n.proposal_id = p.id
      ) as instalments, p.sent_cents > 0 as "isMoneySent", d.id is not null as "isAsked"
    from proposals p join mfis m on m.id = p.mfi_id
    left join loan_defaults d on d.proposal_id = p.id and d.state = 'asked'
    where p.id in (
      select k.proposal_id from mfis f join loan_dues k on k.mfi_id = f.id and k.unpaid_on < ${dueBefore}::date
        and k.outstanding_cents > 0 and not k.is_written_off
      union select proposal_id from loan_defaults where state = 'asked'
    ) and p.id = coalesce(${only ?? null}::bigint, p.id) and p.defaulted_at is null
      and (d.id is not null or (p.status = ${STATUS.funded} and p.sent_cents > 0))
    order by p.id`.execute(db);
  return rows;
}

export async function insertDefault(tx: Tx, proposalId: ProposalId, askedAt: Date): Promise<DefaultId> {
  const row = await tx
    .insertInto('loanDefaults')
    .values({ proposalId, state: 'asked', askedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Money came, or a new plan: nothing is asked any more. */
export async function endDefault(tx: Tx, id: DefaultId, closedAt: Date): Promise<void> {
  await tx.updateTable('loanDefaults').set({ state: 'ended', closedAt }).where('id', '=', id).execute();
}

type Declared = {
  readonly cause: DefaultCause;
  readonly reason: string | null;
  readonly decidedBy: UserId | null;
  readonly closedAt: Date;
};

export async function setDefaulted(tx: Tx, id: DefaultId, declared: Declared): Promise<void> {
  await tx
    .updateTable('loanDefaults')
    .set({ ...declared, state: 'defaulted' })
    .where('id', '=', id)
    .execute();
}

export async function insertDelay(
  tx: Tx,
  delay: { readonly defaultId: DefaultId; readonly reason: string; readonly putOffBy: UserId; readonly putOffAt: Date },
): Promise<void> {
  await tx.insertInto('defaultDelays').values(delay).execute();
}

/** The words of staff about these loans go: that there was a default, and of which cause, stays (R13.4, R13.6). */
export async function eraseDefaults(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`update loan_defaults set reason = ${REMOVED_WORDS} where reason is not null and ${which}`.execute(tx);
  await sql`
    update default_delays set reason = ${REMOVED_WORDS}
    where default_id in (select id from loan_defaults where ${which})`.execute(tx);
  await sql`update write_offs set reason = ${REMOVED_WORDS} where ${which}`.execute(tx);
}
