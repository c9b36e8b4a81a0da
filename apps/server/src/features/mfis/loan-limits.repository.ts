import type { MfiId } from '@sathi/domain/ids.ts';
import type { LoanLimits } from '@sathi/domain/loan-limits.ts';
import type { Db, Tx } from '../../db/db.ts';

const COLUMNS = [
  'name',
  'loanMinimumCents as minimumCents',
  'loanMaximumCents as maximumCents',
  'firstLoanCents',
  'loanGrowthPercent as growthPercent',
] as const;

export type NamedLimits = LoanLimits & { readonly name: string };

export async function findLoanLimits(db: Db, id: MfiId): Promise<NamedLimits | undefined> {
  return db.selectFrom('mfis').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The limits before a change of them, which waits for this transaction. */
export async function lockLoanLimits(tx: Tx, id: MfiId): Promise<NamedLimits | undefined> {
  return tx.selectFrom('mfis').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function setLoanLimits(tx: Tx, id: MfiId, limits: LoanLimits): Promise<void> {
  await tx
    .updateTable('mfis')
    .set({
      loanMinimumCents: limits.minimumCents,
      loanMaximumCents: limits.maximumCents,
      firstLoanCents: limits.firstLoanCents,
      loanGrowthPercent: limits.growthPercent,
    })
    .where('id', '=', id)
    .execute();
}
