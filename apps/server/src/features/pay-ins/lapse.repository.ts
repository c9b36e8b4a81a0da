import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { hasLapsed } from '@sathi/domain/pay-ins.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import type { BackingRow } from './parts.repository.ts';

/** Proposals with a backing whose last day and grace are over, the oldest first (R20.3). */
export async function listLapsing(db: Db, now: Date, limit: number): Promise<ProposalId[]> {
  const { rows } = await sql<{ id: ProposalId }>`
    select i.proposal_id as id from investments i
    join proposals p on p.id = i.proposal_id
    join mfis m on m.id = p.mfi_id
    where i.unpaid_cents > 0 and not exists (
        select from receipts r where r.mfi_id = p.mfi_id and r.user_id = i.investor_id and r.state = 'collected'
      ) and (i.pay_by + m.lapse_grace_days + 1)::timestamp at time zone m.time_zone <= ${now}
    group by i.proposal_id order by min(i.pay_by), i.proposal_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The people of whom an officer has cash in a till: nothing of theirs lapses (R22.10). */
async function listCollectedFrom(tx: Tx, mfiId: MfiId): Promise<Set<UserId>> {
  const rows = await tx
    .selectFrom('receipts')
    .select('userId')
    .where('mfiId', '=', mfiId)
    .where('state', '=', 'collected')
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Those of these backings whose last day and grace are over, but for cash in a till (R20.3, R22.10). */
export async function listLapsed(
  tx: Tx,
  { mfiId, mfi }: ProposalRow,
  backings: readonly BackingRow[],
  now: Date,
): Promise<BackingRow[]> {
  const grace = { lapseGraceDays: await findGraceDays(tx, mfiId), timeZone: mfi.timeZone };
  const collectedFrom = await listCollectedFrom(tx, mfiId);
  return backings.filter(
    ({ userId, unpaidCents, payBy }) =>
      unpaidCents > 0 && payBy !== null && hasLapsed(payBy, grace, now) && !collectedFrom.has(userId),
  );
}

export async function findGraceDays(tx: Tx, mfiId: MfiId): Promise<number> {
  const row = await tx.selectFrom('mfis').select('lapseGraceDays').where('id', '=', mfiId).executeTakeFirstOrThrow();
  return row.lapseGraceDays;
}

/** Whether a lapse has moved the deadline since the proposal was published (R20.4): by the order of its events, as clocks differ. */
export async function wasReopened(tx: Tx, proposalId: ProposalId): Promise<boolean> {
  const last = await tx
    .selectFrom('proposalEvents')
    .select('kind')
    .where('proposalId', '=', proposalId)
    .where('kind', 'in', ['created', 'published', 'reopened'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.kind === 'reopened';
}

/** The order remembers the last two days on which backings of its person lapsed (R20.10). */
export async function noteLapse(tx: Tx, mfiId: MfiId, userIds: readonly UserId[], today: CalendarDate): Promise<void> {
  await sql`
    update pay_in_orders set lapsed_before_on = lapsed_on, lapsed_on = ${today}::date
    where mfi_id = ${mfiId} and user_id = any (${userIds}::bigint[]) and lapsed_on is distinct from ${today}::date`.execute(
    tx,
  );
}
