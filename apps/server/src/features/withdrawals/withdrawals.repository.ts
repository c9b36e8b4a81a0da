import type { ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { WithdrawalMethod, WithdrawalState } from '@sathi/domain/withdrawals.ts';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { WithdrawalsTable } from '../../db/schema.ts';

export type WithdrawalRow = {
  readonly id: WithdrawalId;
  readonly proposalId: ProposalId;
  readonly amountCents: Cents;
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly sealedDestination: string;
  readonly accountLast4: string;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly requestedAt: Date;
  readonly sentAt: Date | null;
  readonly closedAt: Date | null;
};

const COLUMNS = [
  'id',
  'proposalId',
  'amountCents',
  'state',
  'method',
  'sealedDestination',
  'accountLast4',
  'reference',
  'reason',
  'requestedAt',
  'sentAt',
  'closedAt',
] as const;

/** @throws a unique violation of `withdrawals_one_open` when one is open (R4.2) */
export async function insertWithdrawal(
  tx: Tx,
  withdrawal: {
    readonly proposalId: ProposalId;
    readonly ownerId: UserId;
    readonly amountCents: Cents;
    readonly method: WithdrawalMethod;
    readonly sealedDestination: string;
    readonly accountLast4: string;
    readonly requestedAt: Date;
  },
): Promise<WithdrawalRow> {
  return tx.insertInto('withdrawals').values(withdrawal).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Which proposal a withdrawal belongs to; the proposal is locked before the withdrawal itself (R18.5). */
export async function findWithdrawal(db: Db, id: WithdrawalId): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function hasOpenWithdrawal(db: Db, proposalId: ProposalId): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('proposalId', '=', proposalId)
    .where('state', 'in', ['requested', 'sent', 'confirmed'])
    .executeTakeFirst();
  return row !== undefined;
}

export async function setWithdrawal(
  tx: Tx,
  withdrawal: WithdrawalRow,
  values: Updateable<WithdrawalsTable>,
): Promise<WithdrawalRow> {
  return tx
    .updateTable('withdrawals')
    .set(values)
    .where('proposalId', '=', withdrawal.proposalId)
    .where('id', '=', withdrawal.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listWithdrawals(db: Db, proposalId: ProposalId): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .orderBy('id', 'desc')
    .execute();
}

/** Sent before this instant and never answered by the owner. */
export async function listUnconfirmed(db: Db, sentBefore: Date, limit: number): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .select(COLUMNS)
    .where('state', '=', 'sent')
    .where('sentAt', '<', sentBefore)
    .orderBy('sentAt')
    .limit(limit)
    .execute();
}
