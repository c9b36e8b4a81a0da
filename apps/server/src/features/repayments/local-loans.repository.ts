import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Counted, LoanLocal, LocalPlan } from '@sathi/domain/local-plan.ts';
import { addCents } from '@sathi/domain/money.ts';
import type { Proposal } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { listInstalments, type StoredInstalment } from './instalments.repository.ts';

/** The plan of a loan with a rate, and what its payments, approved and waiting, count for in it (R23.5). */
export type PaidPlan = LoanLocal & { readonly plan: LocalPlan; readonly counted: Counted };

/** Null for a loan in dollars. */
export async function findPaidPlan(
  db: Db,
  {
    id,
    local,
    repaidCents,
    pendingCents,
  }: Pick<Proposal, 'repaidCents' | 'pendingCents'> & { readonly id: ProposalId; readonly local: LoanLocal | null },
): Promise<PaidPlan | null> {
  if (local === null) return null;
  const { approved, waiting } = await findCounted(db, id);
  const counted = { cents: addCents(repaidCents, pendingCents), local: (approved + waiting) as Minor };
  return { ...local, plan: localPlanOf(await listInstalments(db, id)), counted };
}

export function localPlanOf(instalments: readonly StoredInstalment[]): LocalPlan {
  return instalments.map(({ amountCents, localMinor }) => ({ cents: amountCents, local: localMinor ?? (0 as Minor) }));
}

/** The local money of the payments of a loan. */
export async function findCounted(
  db: Db,
  id: ProposalId,
): Promise<{ readonly approved: Minor; readonly waiting: Minor }> {
  const { rows } = await sql<{ approved: Minor; waiting: Minor }>`
    select coalesce(sum(counted_minor) filter (where state = 'approved'), 0)::bigint as approved,
      coalesce(sum(counted_minor) filter (where state = 'pending'), 0)::bigint as waiting
    from payments where proposal_id = ${id}`.execute(db);
  return rows[0] as { approved: Minor; waiting: Minor };
}
