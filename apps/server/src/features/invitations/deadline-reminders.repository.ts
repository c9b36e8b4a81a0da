import { DAY_MS } from '@sathi/domain/durations.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { REMINDER_DAYS, type ReminderDays } from '@sathi/domain/invitations.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { OPEN_STATUSES } from '../../db/proposal-status.ts';
import { enqueue } from '../../outbox/outbox.ts';

export const DEADLINE_JOB = 'deadline_near';
export type DeadlinePayload = { readonly proposalId: ProposalId; readonly days: ReminderDays };

export type NearDeadline = { readonly proposalId: ProposalId; readonly fundingDeadline: Date };

/** Open proposals whose funding ends soon, the nearest first. Of a hidden one nobody is reminded (R34.6). */
export async function listNearDeadlines(db: Db, now: Date): Promise<NearDeadline[]> {
  const { rows } = await sql<NearDeadline>`
    select p.id as "proposalId", p.funding_deadline as "fundingDeadline" from proposals p
    where p.status in ${OPEN_STATUSES} and p.deleted_at is null and p.hidden_at is null and p.funding_deadline > ${now}
      and p.funding_deadline <= ${new Date(now.getTime() + REMINDER_DAYS[0] * DAY_MS)}
    order by p.funding_deadline, p.id`.execute(db);
  return rows;
}

/** Writes the job that tells of it, once for each deadline of a proposal and number of days. */
export async function claimReminder(
  tx: Tx,
  { proposalId, fundingDeadline, days }: NearDeadline & { readonly days: ReminderDays },
  now: Date,
): Promise<void> {
  const claimed = await tx
    .insertInto('deadlineReminders')
    .values({ proposalId, deadline: fundingDeadline, days, remindedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst();
  if (claimed === undefined) return;
  const dedupeKey = `deadline_near:${proposalId}:${fundingDeadline.getTime()}:${days}`;
  await enqueue(tx, [{ kind: DEADLINE_JOB, dedupeKey, payload: { proposalId, days } }], now);
}
