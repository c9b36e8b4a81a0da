import type { PayoutAccountId, UserId } from '@sathi/domain/ids.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type PayoutAccountRow = {
  readonly id: PayoutAccountId;
  readonly userId: UserId;
  readonly method: WithdrawalMethod;
  readonly sealedDestination: string;
  readonly accountLast4: string;
  readonly addedAt: Date;
  readonly removedAt: Date | null;
  readonly disownedAt: Date | null;
};

const COLUMNS = [
  'id',
  'userId',
  'method',
  'sealedDestination',
  'accountLast4',
  'addedAt',
  'removedAt',
  'disownedAt',
] as const;

/** The accounts that a person keeps, in the order in which they came. */
export async function listPayoutAccounts(db: Db, userId: UserId): Promise<PayoutAccountRow[]> {
  return db
    .selectFrom('payoutAccounts')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** Finds an account, also one that its owner keeps no longer. */
export async function findPayoutAccount(db: Db, id: PayoutAccountId): Promise<PayoutAccountRow | undefined> {
  return db.selectFrom('payoutAccounts').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The accounts of a person, held until the transaction ends: no payout to one of them is asked for beside it. */
export async function lockPayoutAccounts(tx: Tx, userId: UserId): Promise<void> {
  await sql`select id from payout_accounts where user_id = ${userId} order by id for no key update`.execute(tx);
}

/** Locks an account, also one that its owner keeps no longer; after the proposal whose request names it (R18.5). */
export async function lockPayoutAccount(tx: Tx, id: PayoutAccountId): Promise<PayoutAccountRow | undefined> {
  return tx.selectFrom('payoutAccounts').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The id that a new account will have: its destination is bound to it. */
export async function nextPayoutAccountId(tx: Tx): Promise<PayoutAccountId> {
  const { rows } = await sql<{ id: PayoutAccountId }>`
    select nextval(pg_get_serial_sequence('payout_accounts', 'id')) as id`.execute(tx);
  return (rows[0] as { id: PayoutAccountId }).id;
}

export async function insertPayoutAccount(
  tx: Tx,
  account: Omit<PayoutAccountRow, 'removedAt' | 'disownedAt'>,
): Promise<PayoutAccountRow> {
  return tx.insertInto('payoutAccounts').values(account).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Whether a request that is to be sent names the account. */
export async function isPayoutAccountInUse(tx: Tx, id: PayoutAccountId): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where payout_account_id = ${id} and state = 'requested'
    union all select from payouts where payout_account_id = ${id} and state = 'requested' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Removes the account and forgets its number: `sealed` holds nothing. */
export async function removePayoutAccount(db: Db, id: PayoutAccountId, sealed: string, removedAt: Date): Promise<void> {
  await db
    .updateTable('payoutAccounts')
    .set({ sealedDestination: sealed, accountLast4: '', removedAt })
    .where('id', '=', id)
    .execute();
}

/**
 * Removes accounts because their owner says that somebody else named them. The numbers stay, so that the office can ask
 * about them.
 */
export async function disownPayoutAccounts(tx: Tx, ids: readonly PayoutAccountId[], disownedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('payoutAccounts')
    .set({ disownedAt, removedAt: disownedAt })
    .where('id', 'in', ids)
    .where('disownedAt', 'is', null)
    .execute();
}

/**
 * Accounts that still hold a number and are forgotten: of one person but the one they kept; or disowned before then, and kept
 * no longer unless money is on its way there.
 */
export async function listForgottenAccounts(
  db: Db,
  which: { readonly ownerId: UserId } | { readonly lastPayoutBefore: Date },
): Promise<PayoutAccountRow[]> {
  const query = db.selectFrom('payoutAccounts').select(COLUMNS).where('accountLast4', '<>', '').orderBy('id');
  return 'ownerId' in which
    ? query.where('userId', '=', which.ownerId).where('keptAt', 'is', null).execute()
    : query
        .where((where) =>
          where.or([
            where('disownedAt', '<', which.lastPayoutBefore),
            where.and([
              where('removedAt', 'is not', null),
              where('disownedAt', 'is', null),
              sql<boolean>`not exists (
                select from payouts o where o.payout_account_id = payout_accounts.id and o.state in ('requested', 'sent')
              )`,
            ]),
          ]),
        )
        .execute();
}
