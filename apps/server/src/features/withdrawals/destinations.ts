import type { ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { isSameDestination, keptNumber } from '@sathi/domain/destinations.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import { type Place, seal, unseal } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';

/** The destination of the money. Kept encrypted; only its last four characters are shown again (R4.1). */
export type Destination = {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string | null;
  readonly branch: string | null;
};

/** An account that was forgotten: it opens, and holds nothing. */
export const FORGOTTEN: Destination = { accountName: '', accountNumber: '', bankName: null, branch: null };

/** The row that a destination is sealed for: it is the destination of this request, of this person, for this sum. */
export type Destined = {
  readonly id: WithdrawalId;
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly amountCents: Cents;
};

/** The keys of destinations, and of the answers that name them. */
export function destinationKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'withdrawals');
}

export function destinationPlace({ id, proposalId, ownerId, amountCents }: Destined): Place {
  return ['withdrawals', id, proposalId, ownerId, amountCents];
}

export function sealDestination(keys: Keyring, destined: Destined, destination: Destination): string {
  return seal(keys, destinationPlace(destined), destination);
}

/**
 * The whole destination of a withdrawal, the number in clear.
 *
 * @throws Error when it was copied from another withdrawal, or its sum, its owner or its last four were changed
 */
export function openDestination(
  keys: Keyring,
  withdrawal: Destined & { readonly sealedDestination: string; readonly accountLast4: string },
): Destination {
  const destination = unseal(keys, destinationPlace(withdrawal), withdrawal.sealedDestination) as Destination;
  if (lastFour(destination) !== withdrawal.accountLast4) {
    throw new Error(`withdrawal ${withdrawal.id}: the last four characters are not those of its destination`);
  }
  return destination;
}

export function lastFour({ accountNumber }: Destination): string {
  return [...accountNumber].slice(-4).join('');
}

/** The last four of a number as people are shown it: of its digits, and of what was typed where it has none. */
export function shownFour(accountNumber: string): string {
  return [...(keptNumber(accountNumber) ?? accountNumber)].slice(-4).join('');
}

type Named = Destined & {
  readonly method: WithdrawalMethod;
  readonly sealedDestination: string;
  readonly accountLast4: string;
};

/** Those of the requests that send money to this destination. */
export function thoseTo<Request extends Named>(
  keys: Keyring,
  requests: readonly Request[],
  method: WithdrawalMethod,
  destination: Destination,
): Request[] {
  return requests.filter((request) =>
    isSameDestination({ method: request.method, ...openDestination(keys, request) }, { method, ...destination }),
  );
}
