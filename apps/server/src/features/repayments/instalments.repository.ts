import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Instalment } from '@sathi/domain/repayments.ts';
import type { Db, Tx } from '../../db/db.ts';

/** In order of number; empty before the release. */
export async function listInstalments(db: Db, proposalId: ProposalId): Promise<Instalment[]> {
  const rows = await db
    .selectFrom('instalments')
    .select(['number', 'dueOn', 'amountCents'])
    .where('proposalId', '=', proposalId)
    .orderBy('number')
    .execute();
  return rows as Instalment[];
}

/** Writes the plan of a loan, or moves its dates when it has one. */
export async function setInstalments(tx: Tx, proposalId: ProposalId, plan: readonly Instalment[]): Promise<void> {
  await tx
    .insertInto('instalments')
    .values(plan.map((instalment) => ({ proposalId, ...instalment })))
    .onConflict((conflict) =>
      conflict
        .columns(['proposalId', 'number'])
        .doUpdateSet((set) => ({ dueOn: set.ref('excluded.dueOn'), amountCents: set.ref('excluded.amountCents') })),
    )
    .execute();
}
