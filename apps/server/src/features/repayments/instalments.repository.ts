import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { addCents, type Cents, cents } from '@sathi/domain/money.ts';
import type { Proposal } from '@sathi/domain/proposals.ts';
import type { Instalment } from '@sathi/domain/repayments.ts';
import type { Db, Tx } from '../../db/db.ts';

/** `localMinor` is in the currency of the loan; null for a loan in dollars. */
export type StoredInstalment = Instalment & { readonly localMinor: Minor | null };

/** The instalments of a loan in the order of their numbers; empty before the release. */
export async function listInstalments(db: Db, proposalId: ProposalId): Promise<StoredInstalment[]> {
  const rows = await db
    .selectFrom('instalments')
    .select(['number', 'dueOn', 'amountCents', 'localMinor'])
    .where('proposalId', '=', proposalId)
    .orderBy('number')
    .execute();
  return rows as StoredInstalment[];
}

/** The first instalment that payments, approved and waiting, do not cover, and the part of it that is open (R8.3, R10.1). */
export async function nextOpenInstalment(
  db: Db,
  { id, repaidCents, pendingCents }: Pick<Proposal, 'repaidCents' | 'pendingCents'> & { readonly id: ProposalId },
): Promise<(Instalment & { readonly openCents: Cents }) | undefined> {
  let paid: number = addCents(repaidCents, pendingCents);
  for (const instalment of await listInstalments(db, id)) {
    const open = instalment.amountCents - paid;
    if (open > 0) return { ...instalment, openCents: cents(Math.min(open, instalment.amountCents)) };
    paid -= instalment.amountCents;
  }
  return undefined;
}

/** Writes the plan of a loan, or moves the days of instalments that it has; their sums stay as they are (R4.4, R23.4). */
export async function setInstalments(
  tx: Tx,
  proposalId: ProposalId,
  plan: ReadonlyArray<Instalment & { readonly localMinor?: Minor | null }>,
): Promise<void> {
  await tx
    .insertInto('instalments')
    .values(plan.map((instalment) => ({ proposalId, ...instalment })))
    .onConflict((conflict) =>
      conflict.columns(['proposalId', 'number']).doUpdateSet((set) => ({ dueOn: set.ref('excluded.dueOn') })),
    )
    .execute();
}
