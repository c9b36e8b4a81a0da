import type { PayoutAccountId, ProposalId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Keyring } from '../../config/secret.ts';
import { type Destination, openDestination } from './destinations.ts';
import { openPayoutAccount } from './payout-account-seals.ts';
import type { PayoutRequest } from './payout-requests.repository.ts';

/** The whole account of a request of either kind, the number in clear. */
export function openRequest(keys: Keyring, request: PayoutRequest): Destination {
  const { kind, id, proposalId, payoutAccountId, ownerId } = request;
  if (kind === 'payout') {
    return openPayoutAccount(keys, { ...request, id: payoutAccountId as PayoutAccountId, userId: ownerId });
  }
  return openDestination(keys, { ...request, id: id as WithdrawalId, proposalId: proposalId as ProposalId });
}
