import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Claim } from '@sathi/domain/repayments.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

/** What each backer put in: the weights of R9.1, in order of user so that shares come out the same each time. */
export async function listClaims(tx: Tx, proposalId: ProposalId): Promise<Claim<UserId>[]> {
  const { rows } = await sql<{ backer: UserId; backedCents: Cents }>`
    select investor_id as backer, sum(amount_cents)::bigint as "backedCents"
    from investments where proposal_id = ${proposalId} and released_at is null
    group by investor_id order by investor_id`.execute(tx);
  return rows;
}
