import type { AppSecret, Keyring } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { destinationKeys, FORGOTTEN, sealDestination } from './destinations.ts';
import { listOutlived } from './kept-accounts.repository.ts';
import { sealPayoutAccount } from './payout-account-seals.ts';
import { listForgottenAccounts, type PayoutAccountRow, removePayoutAccount } from './payout-accounts.repository.ts';
import { type Forgotten, listForgotten, putForgotten } from './forgotten-destinations.repository.ts';

/**
 * Forgets the accounts that closed withdrawals name. The row keeps its sum, state and reference, which the books explain.
 *
 * @returns how many were forgotten
 */
export async function forgetDestinations(db: Db, secret: AppSecret, which: Forgotten, now: Date): Promise<number> {
  const keys = destinationKeys(secret);
  const rows = await listForgotten(db, which);
  for (const row of rows) await putForgotten(db, row, sealDestination(keys, row, FORGOTTEN), now);
  return rows.length;
}

/** Removes the account and forgets its number. */
export async function forgetPayoutAccount(db: Db, keys: Keyring, row: PayoutAccountRow, now: Date): Promise<void> {
  await removePayoutAccount(db, row.id, sealPayoutAccount(keys, row, FORGOTTEN), row.removedAt ?? now);
}

/**
 * Forgets accounts of a person who left, and those that were disowned, or kept and paid to for the last time, long ago
 * (R13.4, R13.7, R33.5). @returns how many
 */
export async function forgetPayoutAccounts(db: Db, secret: AppSecret, which: Forgotten, now: Date): Promise<number> {
  const outlived = 'ownerId' in which ? [] : await listOutlived(db, which.lastPayoutBefore);
  const rows = [...(await listForgottenAccounts(db, which)), ...outlived];
  for (const row of rows) await forgetPayoutAccount(db, destinationKeys(secret), row, now);
  return rows.length;
}
