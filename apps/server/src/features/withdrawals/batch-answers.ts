import {
  againFrom,
  type BatchRequest,
  approveBatchRefusal,
  batchItemRefusal,
  cancelBatchRefusal,
} from '@sathi/domain/batches.ts';
import type { MfiId, PayoutBatchId } from '@sathi/domain/ids.ts';
import { payoutWarnings, restsUntil } from '@sathi/domain/destinations.ts';
import { handSteps } from '@sathi/domain/payouts.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Keyring } from '../../config/secret.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import type { BatchRow } from './batches.repository.ts';
import { requestOf } from './batches.service.ts';
import { shownFour } from './destinations.ts';
import type { PayoutRequest } from './payout-requests.repository.ts';
import { openRequest } from './request-destination.ts';

type Reading = {
  readonly mfiId: MfiId;
  readonly viewer: SignedIn;
  readonly now: Date;
  /** The caller is frozen there. */
  readonly isStopped: boolean;
  readonly keys: Keyring;
  /** The requests whose account several people named. */
  readonly shared: ReadonlySet<number>;
  /** The batches out of which the caller may take a request. */
  readonly shrinking: ReadonlySet<PayoutBatchId>;
};

/** The sum in the currency of its batch; before, in that of a loan with a rate (R25.3). */
function localOf({ paidMinor, currency, localMinor, localCurrency }: PayoutRequest) {
  if (paidMinor !== null && currency !== null) return { amount: paidMinor, currency };
  return localMinor === null || localCurrency === null ? null : { amount: localMinor, currency: localCurrency };
}

/** A request for money as staff see it; numbers of accounts leave by their last four. */
export function payoutAnswer(row: PayoutRequest, reading: Reading) {
  const { viewer, now, isStopped, keys, shared, shrinking } = reading;
  const { kind, id, key, proposalId, ownerName, reference, method, amountCents, requestedAt, state, batchId } = row;
  const { accountName, accountNumber } = openRequest(keys, row);
  const isToSend = state === 'requested';
  const warnings = isToSend ? payoutWarnings({ ...row, accountName }, row.isFormerMember ? null : ownerName) : [];
  const request = requestOf(row, keys);
  const batchRefusal = isStopped ? 'frozen' : batchItemRefusal(viewer, request, now);
  const payableFrom = restsUntil(row.payableFrom ?? requestedAt, isToSend ? row.restsUntil : null);
  return {
    kind,
    id,
    proposalId,
    reference,
    name: ownerName,
    method,
    last4: shownFour(accountNumber),
    amount: amountCents,
    local: localOf(row),
    requestedAt,
    payableFrom,
    state,
    batchId,
    warnings: isToSend && shared.has(key) ? [...warnings, 'several_people_one_account' as const] : warnings,
    belowZero: isToSend && row.isBelowZero,
    mayRemove: isToSend && batchId !== null && shrinking.has(batchId),
    mayBatch: batchRefusal === null,
    batchRefusal,
    batchFrom: restsUntil(payableFrom, againFrom(row.takenOutAt)),
    handSteps: kind === 'payout' ? handSteps(viewer, payoutOf(request, reading), now) : [],
  };
}

/** A payout as its steps are judged: staff whom the institution stopped send nothing. */
function payoutOf(request: BatchRequest, { mfiId, isStopped }: Reading) {
  return { ...request, userId: request.ownerId, mfiId, isFrozen: request.isFrozen || isStopped };
}

type ReadingBatch = Pick<Reading, 'viewer' | 'now' | 'isStopped'> & { readonly office: OfficeRows };

export function batchAnswer(row: BatchRow, { viewer, office, now, isStopped }: ReadingBatch) {
  const { id, state, account, currency, count, total, sent, enteredByName, enteredAt, approvedByName, reason } = row;
  const mayApprove = !isStopped && approveBatchRefusal(viewer, row, office, now) === null;
  const facts = { id, state, account, currency, count, total, sent, enteredByName, enteredAt, approvedByName, reason };
  return { ...facts, mayApprove, mayCancel: cancelRefusal(row) === null };
}

export function cancelRefusal(batch: BatchRow) {
  return cancelBatchRefusal({ state: batch.state, hasSent: batch.sent > 0 });
}
