import type { MoneyAccountId, PayoutAccountId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { OPEN_WITHDRAWAL_STATES, type WithdrawalMethod, type WithdrawalState } from '@sathi/domain/withdrawals.ts';
import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { WithdrawalsTable } from '../../db/schema.ts';
import { notifyLoan } from '../messages/unread.repository.ts';

export type WithdrawalRow = {
  readonly id: WithdrawalId;
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly amountCents: Cents;
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly sealedDestination: string;
  readonly accountLast4: string;
  /** The reference that Sathi gives, not the bank's (R19.4). */
  readonly reference: string;
  /** The number that the bank gave the transfer; null until it is sent. */
  readonly bankReference: string | null;
  readonly reason: string | null;
  readonly requestedAt: Date;
  readonly payableFrom: Date | null;
  readonly destinationSince: Date | null;
  readonly sessionSince: Date | null;
  readonly disownedAt: Date | null;
  readonly sentAt: Date | null;
  readonly closedAt: Date | null;
  /** The local money of the loan, or what staff said they sent; null for dollars. */
  readonly localMinor: Minor | null;
  readonly localCurrency: Currency | null;
  readonly accountId: MoneyAccountId | null;
  readonly paidMinor: Minor | null;
};

const COLUMNS = [
  'id',
  'proposalId',
  'ownerId',
  'amountCents',
  'state',
  'method',
  'sealedDestination',
  'accountLast4',
  'payoutReference as reference',
  'reference as bankReference',
  'reason',
  'requestedAt',
  'payableFrom',
  'destinationSince',
  'sessionSince',
  'disownedAt',
  'sentAt',
  'closedAt',
  'localMinor',
  'localCurrency',
  'accountId',
  'paidMinor',
] as const;

/** The id that a new withdrawal will have: its destination is bound to it. */
export async function nextWithdrawalId(tx: Tx): Promise<WithdrawalId> {
  const { rows } = await sql<{ id: WithdrawalId }>`
    select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id`.execute(tx);
  return (rows[0] as { id: WithdrawalId }).id;
}

/** The database draws its reference. @throws a unique violation of `withdrawals_one_open` when one is open (R4.2) */
export async function insertWithdrawal(
  tx: Tx,
  withdrawal: {
    readonly id: WithdrawalId;
    readonly proposalId: ProposalId;
    readonly ownerId: UserId;
    readonly amountCents: Cents;
    readonly method: WithdrawalMethod;
    readonly sealedDestination: string;
    readonly accountLast4: string;
    readonly requestedAt: Date;
    readonly payableFrom: Date;
    readonly payoutAccountId: PayoutAccountId | null;
    readonly destinationSince: Date;
    readonly sessionSince: Date;
    readonly localMinor: Minor | null;
    readonly localCurrency: Currency | null;
  },
): Promise<WithdrawalRow> {
  await notifyLoan(tx, withdrawal.proposalId);
  return tx.insertInto('withdrawals').values(withdrawal).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** A withdrawal; its proposal is locked before the withdrawal itself (R18.5). */
export async function findWithdrawal(db: Db, id: WithdrawalId): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function hasOpenWithdrawal(db: Db, proposalId: ProposalId): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('proposalId', '=', proposalId)
    .where('state', 'in', OPEN_WITHDRAWAL_STATES)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setWithdrawal(
  tx: Tx,
  withdrawal: WithdrawalRow,
  values: Updateable<WithdrawalsTable>,
): Promise<WithdrawalRow> {
  await notifyLoan(tx, withdrawal.proposalId);
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

/** The requests of a person that stand or were sent. */
export async function listStanding(db: Db, ownerId: UserId): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .select(COLUMNS)
    .where('ownerId', '=', ownerId)
    .where('state', 'in', OPEN_WITHDRAWAL_STATES)
    .execute();
}

/** The withdrawals that were sent before this instant and never answered by their owner. */
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

/** The instant at which the session of the caller began, by the real clock. */
export async function findSessionStart(tx: Tx, sessionId: number): Promise<Date> {
  const { createdAt } = await tx
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return createdAt;
}

export async function findOwnerName(db: Db, ownerId: UserId): Promise<string> {
  const { firstName, lastName } = await db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`;
}
