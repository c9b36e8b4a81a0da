import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { OwedLoan } from '@sathi/domain/pay-ins.ts';
import { sql } from 'kysely';
import { changedMeanwhileError } from '../../db/errors.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found } from '../../errors/refusal-error.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { openOrders, type OrderRow } from './orders.repository.ts';
import { type BackingRow, listOpenBackings } from './parts.repository.ts';

export type Payer = { readonly mfiId: MfiId; readonly userId: UserId };

/** The money between one person and one institution, locked (R24.5). */
export type Owing = {
  readonly order: OrderRow;
  readonly creditCents: Cents;
  /** The active backings of proposals that are not released. */
  readonly backings: readonly BackingRow[];
  /** The released loans in which the person is owed something; none when they were not asked for. */
  readonly loans: readonly OwedLoan[];
  readonly proposals: ReadonlyMap<ProposalId, ProposalRow>;
};

/**
 * Reads what there is, locks it in the one order (proposals, order, account), and reads it again: what has changed between
 * starts the transaction again (R24.5). `withLoans` also takes the released loans.
 */
export async function lockOwing(tx: Tx, payer: Payer, now: Date, { withLoans = false } = {}): Promise<Owing> {
  const read = async () => ({
    backings: await listOpenBackings(tx, payer),
    loans: withLoans ? await listOwedLoans(tx, payer) : [],
  });
  const before = await read();
  const ids = [...new Set([...before.backings, ...before.loans].map(({ proposalId }) => proposalId))];
  const proposals = new Map<ProposalId, ProposalRow>();
  for (const id of ids.toSorted((a, b) => a - b)) {
    proposals.set(id, found(await lockProposal(tx, id)));
  }
  const order = found((await openOrders(tx, payer.mfiId, [payer.userId], now)).get(payer.userId));
  const after = await read();
  const isOther = [...after.backings, ...after.loans].some(({ proposalId }) => !proposals.has(proposalId));
  if (isOther) throw changedMeanwhileError();
  const credits = await lockCredits(tx, [payer.userId], payer.mfiId);
  return { ...after, order, proposals, creditCents: credits.get(payer.userId) ?? (0 as Cents) };
}

/** The same without a lock, for a look at what would cover a sum. */
export async function findOwing(db: Db, payer: Payer): Promise<Pick<Owing, 'creditCents' | 'backings' | 'loans'>> {
  const { rows } = await sql<{ creditCents: Cents }>`
    select balance_cents as "creditCents" from accounts
    where kind = 'wallet' and proposal_key = 0 and user_key = ${payer.userId} and mfi_key = ${payer.mfiId}`.execute(db);
  const [backings, loans] = [await listOpenBackings(db, payer), await listOwedLoans(db, payer)];
  return { creditCents: rows[0]?.creditCents ?? (0 as Cents), backings, loans };
}

async function listOwedLoans(db: Db, { userId, mfiId }: Payer): Promise<OwedLoan[]> {
  const { rows } = await sql<OwedLoan>`
    select p.id as "proposalId", a.balance_cents as "claimCents"
    from accounts a join proposals p on p.id = a.proposal_id
    where a.kind = 'claim' and a.user_id = ${userId} and a.balance_cents > 0 and p.mfi_id = ${mfiId} and p.funded_cents > 0
    order by p.id`.execute(db);
  return rows;
}
