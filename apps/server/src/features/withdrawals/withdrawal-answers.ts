import type { UserId } from '@sathi/domain/ids.ts';
import { payoutWarnings, restRefusal, restsUntil } from '@sathi/domain/destinations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { findPayoutsRest } from '../phone-changes/phone-changes.repository.ts';
import { destinationKeys, openDestination, shownFour } from './destinations.ts';
import { notMeToken } from './not-me-token.ts';
import { isPayoutStopped } from './payout-stops.repository.ts';
import { findOwnerName, type WithdrawalRow } from './withdrawals.repository.ts';

/** Facts of an answer beside the rows of one owner. `ownerName` is null for the owner, who needs no warnings. */
export type Reading = {
  readonly secret: AppSecret;
  readonly now: Date;
  readonly isStopped: boolean;
  /** The instant until which nothing is paid out to the owner (R33.4); null for no rest. */
  readonly payoutsRestUntil: Date | null;
  readonly ownerName: string | null;
};

export async function readingOf(
  db: Db,
  viewer: SignedIn,
  ownerId: UserId,
  { secret, now }: { readonly secret: AppSecret; readonly now: Date },
): Promise<Reading> {
  const ownerName = viewer.id === ownerId ? null : await findOwnerName(db, ownerId);
  const isStopped = await isPayoutStopped(db, ownerId, now);
  return { secret, now, isStopped, payoutsRestUntil: await findPayoutsRest(db, ownerId), ownerName };
}

/**
 * The destination without its number, of which the last four characters are enough to recognise it (R4.1). Staff are told
 * beside it what to look at before they send (R25.2); its owner, how to say that it was not them.
 */
export function withdrawalAnswer(row: WithdrawalRow, reading: Reading) {
  const { secret, now, isStopped, payoutsRestUntil, ownerName } = reading;
  const { accountName, accountNumber, bankName, branch } = openDestination(destinationKeys(secret), row);
  const { id, proposalId, amountCents, state, method, reference, bankReference, reason, requestedAt, sentAt } = row;
  const { destinationSince } = row;
  const isToSend = state === 'requested';
  const payableFrom = restsUntil(row.payableFrom ?? requestedAt, isToSend ? payoutsRestUntil : null);
  return {
    id,
    proposalId,
    amount: amountCents,
    local:
      row.localMinor === null || row.localCurrency === null
        ? null
        : { amount: row.localMinor, currency: row.localCurrency },
    state,
    method,
    accountName,
    accountNumber: `••••${shownFour(accountNumber)}`,
    bankName,
    branch,
    reference,
    bankReference,
    reason,
    requestedAt,
    payableFrom,
    isResting: isToSend && restRefusal(payableFrom, now) !== null,
    isStopped: isToSend && isStopped,
    isDisowned: row.disownedAt !== null,
    notMeToken: isToSend && ownerName === null ? notMeToken(secret, row) : null,
    destinationSince,
    sessionSince: ownerName === null ? null : row.sessionSince,
    warnings: isToSend && ownerName !== null ? payoutWarnings({ ...row, accountName }, ownerName) : [],
    sentAt,
    confirmedAt: state === 'confirmed' ? row.closedAt : null,
  };
}
