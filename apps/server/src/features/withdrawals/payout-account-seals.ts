import type { PayoutAccountId, UserId } from '@sathi/domain/ids.ts';
import { accountUsableFrom, isSameDestination } from '@sathi/domain/destinations.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import { type Place, seal, unseal } from '../../config/seal.ts';
import type { Keyring } from '../../config/secret.ts';
import { type Destination, lastFour } from './destinations.ts';
import type { PayoutAccountRow } from './payout-accounts.repository.ts';

type Of = { readonly id: PayoutAccountId; readonly userId: UserId };

/** The row that a kept account is sealed for. */
export function payoutAccountPlace({ id, userId }: Of): Place {
  return ['payout_accounts', id, userId];
}

/** @throws Error when it was copied from another row, or its last four were changed */
export function openPayoutAccount(
  keys: Keyring,
  row: Of & Pick<PayoutAccountRow, 'sealedDestination' | 'accountLast4'>,
): Destination {
  const destination = unseal(keys, payoutAccountPlace(row), row.sealedDestination) as Destination;
  if (lastFour(destination) !== row.accountLast4)
    throw new Error(`payout account ${row.id}: other last four characters`);
  return destination;
}

export function sealPayoutAccount(keys: Keyring, of: Of, destination: Destination): string {
  return seal(keys, payoutAccountPlace(of), destination);
}

/** Those of the accounts by which money arrives at this destination. */
export function accountsAt(
  keys: Keyring,
  accounts: readonly PayoutAccountRow[],
  method: WithdrawalMethod,
  destination: Destination,
): PayoutAccountRow[] {
  return accounts.filter((row) =>
    isSameDestination({ method: row.method, ...openPayoutAccount(keys, row) }, { method, ...destination }),
  );
}

export function payoutAccountAnswer(keys: Keyring, row: PayoutAccountRow, now: Date) {
  const { id, method, accountLast4: last4, addedAt } = row;
  const { accountName, bankName, branch } = openPayoutAccount(keys, row);
  const usableFrom = accountUsableFrom(addedAt);
  const state = now < usableFrom ? ('new' as const) : ('usable' as const);
  return { id, method, accountName, last4, bankName, branch, usableFrom, state };
}
