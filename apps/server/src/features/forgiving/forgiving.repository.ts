import type { ForgivingId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PlannedInstalment } from '@sathi/domain/plans.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/**
 * When the last receipt or credit paid a backing of this person in a loan of an institution that awaits money; null for none, and
 * where money is not awaited (R30.1).
 */
export async function findPaidInAt(db: Db, proposalId: ProposalId, userId: UserId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(greatest(j.at, case when i.from_credit_cents > 0 then i.invested_at end)) as at
    from investments i join proposals p on p.id = i.proposal_id
    join mfis m on m.id = p.mfi_id and m.collection = 'expected'
    left join journals j on j.proposal_id = i.proposal_id and j.investment_id = i.id and j.kind = 'settled'
    where i.proposal_id = ${proposalId} and i.investor_id = ${userId} and i.released_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

export async function insertForgiving(
  tx: Tx,
  forgiving: {
    readonly proposalId: ProposalId;
    readonly userId: UserId;
    readonly amountCents: Cents;
    readonly saysWho: boolean;
    readonly forgivenAt: Date;
    readonly before: readonly PlannedInstalment[];
  },
): Promise<ForgivingId> {
  const { before, ...rest } = forgiving;
  const row = await tx
    .insertInto('forgivings')
    .values({ ...rest, before: sql`${JSON.stringify(before)}::jsonb` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
