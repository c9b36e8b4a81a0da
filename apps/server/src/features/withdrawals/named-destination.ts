import type { PayoutAccountId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { Tx } from '../../db/db.ts';
import type { Keyring } from '../../config/secret.ts';
import { given, RefusalError } from '../../errors/refusal-error.ts';
import type { Destination } from './destinations.ts';
import { openPayoutAccount } from './payout-account-seals.ts';
import { lockPayoutAccount, type PayoutAccountRow } from './payout-accounts.repository.ts';

type Asked = {
  readonly method?: WithdrawalMethod | undefined;
  readonly accountName?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly bankName?: string | null | undefined;
  readonly branch?: string | null | undefined;
};

/** The place that the owner named: an account that they keep, or else one that they typed. */
export function destinationOf(
  kept: PayoutAccountRow | null,
  { method, accountName, accountNumber, bankName, branch }: Asked,
  keys: Keyring,
): { method: WithdrawalMethod; destination: Destination } {
  if (kept !== null) return { method: kept.method, destination: openPayoutAccount(keys, kept) };
  const destination = {
    accountName: given('accountName', accountName),
    accountNumber: given('accountNumber', accountNumber),
    bankName: bankName || null,
    branch: branch || null,
  };
  return { method: given('method', method), destination };
}

/** An account that the person keeps, locked. @throws RefusalError `not_found` */
export async function keptAccount(tx: Tx, viewer: SignedIn, id: PayoutAccountId): Promise<PayoutAccountRow> {
  const row = await lockPayoutAccount(tx, id);
  if (row === undefined || row.userId !== viewer.id || row.removedAt !== null) throw new RefusalError('not_found');
  return row;
}
