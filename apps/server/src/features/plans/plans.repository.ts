import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { HardshipId, PlanChangeId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import type { PlannedInstalment, PlanState } from '@sathi/domain/plans.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type PlanChangeRow = {
  readonly id: PlanChangeId;
  readonly proposalId: ProposalId;
  readonly months: number;
  readonly firstDueOn: CalendarDate;
  readonly reason: string;
  readonly state: PlanState;
  readonly wasLate: boolean;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly closedAt: Date | null;
  readonly before: readonly PlannedInstalment[] | null;
  /** The request that it answers; null for a plan without one. */
  readonly hardshipId: HardshipId | null;
};

const COLUMNS = [
  'id',
  'proposalId',
  'months',
  'firstDueOn',
  'reason',
  'state',
  'wasLate',
  'enteredBy',
  'enteredAt',
  'closedAt',
  'before',
  'hardshipId',
] as const;

const SHOWN_MAX = 50;

/** Newest first. */
export async function listPlanChanges(db: Db, proposalId: ProposalId): Promise<PlanChangeRow[]> {
  return (await db
    .selectFrom('planChanges')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()) as unknown as PlanChangeRow[];
}

/** One plan change of a loan whose row is locked. */
export async function findPlanChange(
  tx: Tx,
  proposalId: ProposalId,
  id: PlanChangeId,
): Promise<PlanChangeRow | undefined> {
  return (await tx
    .selectFrom('planChanges')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .executeTakeFirst()) as unknown as PlanChangeRow | undefined;
}

export async function hasOpenPlan(tx: Tx, proposalId: ProposalId): Promise<boolean> {
  const row = await tx
    .selectFrom('planChanges')
    .select('id')
    .where('proposalId', '=', proposalId)
    .where('state', 'in', ['entered', 'approved'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a new plan came into force; its days are agreed, and no sending moves them. A pause agrees to none (R28.4). */
export async function hasAgreedPlan(tx: Tx, proposalId: ProposalId): Promise<boolean> {
  const { rows } = await sql`
    select from plan_changes c where c.proposal_id = ${proposalId} and c.state = 'accepted'
      and not exists (select from pause_loans l where l.proposal_id = c.proposal_id and l.plan_change_id = c.id) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function insertPlanChange(
  tx: Tx,
  change: Omit<PlanChangeRow, 'id' | 'closedAt' | 'before'> & {
    readonly approvedBy: UserId | null;
    readonly approvedAt: Date | null;
    /** The closing instant of a plan that is in force at once, beside a plan that may wait for its borrower. */
    readonly closedAt?: Date;
    readonly before?: readonly PlannedInstalment[];
  },
): Promise<PlanChangeId> {
  const { before, closedAt, ...rest } = change;
  const row = await tx
    .insertInto('planChanges')
    .values({
      ...rest,
      ...(closedAt && { closedAt: inForceAt(sql`${change.proposalId}`, closedAt) }),
      before: before === undefined ? null : JSON.stringify(before),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setPlanApproved(tx: Tx, id: PlanChangeId, approvedBy: UserId, approvedAt: Date): Promise<void> {
  await tx.updateTable('planChanges').set({ state: 'approved', approvedBy, approvedAt }).where('id', '=', id).execute();
}

/** Closes a plan change, with the instalments before it when it comes into force. */
export async function closePlanChange(
  tx: Tx,
  id: PlanChangeId,
  closed: { readonly state: 'accepted' | 'refused'; readonly closedAt: Date; readonly before: unknown },
): Promise<void> {
  const { state, closedAt, before } = closed;
  await tx
    .updateTable('planChanges')
    .set({
      state,
      closedAt: state === 'accepted' ? inForceAt(sql.ref('planChanges.proposalId'), closedAt) : closedAt,
      before: before === null ? null : JSON.stringify(before),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * The instant at which a plan comes into force, which is later than that of each before it: their order is the one of these instants,
 * since a pause may come while a plan of a smaller id still waits for its borrower. The caller holds the row of the loan.
 */
function inForceAt(proposalId: RawBuilder<unknown>, at: Date): RawBuilder<Date> {
  return sql<Date>`greatest(${at}::timestamptz, (
    select max(o.closed_at) + interval '1 millisecond' from plan_changes o
    where o.proposal_id = ${proposalId} and o.state = 'accepted'
  ))`;
}

/** A change that was taken back: the plan before it holds again. */
export async function endPlanChange(tx: Tx, id: PlanChangeId, closedAt: Date): Promise<void> {
  await tx.updateTable('planChanges').set({ state: 'ended', closedAt, before: null }).where('id', '=', id).execute();
}

/** Erases the words of staff about these plans; that there was one, and its days, stay (R13.4, R13.6). */
export async function erasePlanReasons(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`update plan_changes set reason = ${REMOVED_WORDS} where ${which}`.execute(tx);
}

/** Ends plan changes that nobody brought into force, and those of a loan that is paid. */
export async function endOpenPlans(db: Db, enteredBefore: Date, now: Date): Promise<void> {
  await sql`
    update plan_changes c set state = 'ended', closed_at = ${now} from proposals p
    where p.id = c.proposal_id and c.state in ('entered', 'approved')
      and (c.entered_at < ${enteredBefore} or p.status <> ${STATUS.funded} or c.first_due_on <
        (select (${now}::timestamptz at time zone m.time_zone)::date from mfis m where m.id = p.mfi_id))`.execute(db);
}

/** Puts this plan in the place of the one in force; no instalment is left where all is forgiven. */
export async function replaceInstalments(
  tx: Tx,
  proposalId: ProposalId,
  plan: readonly PlannedInstalment[],
): Promise<void> {
  await tx.deleteFrom('instalments').where('proposalId', '=', proposalId).execute();
  if (plan.length === 0) return;
  await tx
    .insertInto('instalments')
    .values(plan.map((instalment) => ({ proposalId, ...instalment })))
    .execute();
}

/** The payments that wait, in the order of their entry. */
export async function listPendingSums(tx: Tx, proposalId: ProposalId) {
  return tx
    .selectFrom('payments')
    .select(['id', 'amountCents'])
    .where('proposalId', '=', proposalId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute() as Promise<{ id: number; amountCents: Cents }[]>;
}

export async function setCounted(tx: Tx, proposalId: ProposalId, id: number, countedMinor: Minor): Promise<void> {
  await sql`update payments set counted_minor = ${countedMinor} where proposal_id = ${proposalId} and id = ${id}`.execute(
    tx,
  );
}
