import type { UserId } from '@sathi/domain/ids.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { destinationKeys, openDestination } from './destinations.ts';
import { openPayoutAccount } from './payout-account-seals.ts';
import { listPayoutAccounts } from './payout-accounts.repository.ts';

/** The withdrawals of a person with the accounts that they named, in clear, for themselves alone (R13.3). */
export async function listOwnWithdrawals(db: Db, secret: AppSecret, ownerId: UserId) {
  const keys = destinationKeys(secret);
  const rows = await db.selectFrom('withdrawals').selectAll().where('ownerId', '=', ownerId).orderBy('id').execute();
  return rows.map(({ sealedDestination, payoutReference, reference, sentBy: _, closedBy: __, ...row }) => ({
    ...row,
    reference: payoutReference,
    bankReference: reference,
    ...openDestination(keys, { ...row, sealedDestination }),
  }));
}

/** The accounts that a person keeps, in clear, for themselves alone (R13.3). */
export async function listOwnPayoutAccounts(db: Db, secret: AppSecret, userId: UserId) {
  const keys = destinationKeys(secret);
  return (await listPayoutAccounts(db, userId)).map((row) => {
    const { id, method, addedAt } = row;
    return { id, method, addedAt, ...openPayoutAccount(keys, row) };
  });
}
