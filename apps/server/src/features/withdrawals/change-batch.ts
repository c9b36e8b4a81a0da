import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { BatchState } from '@sathi/domain/batches.ts';
import type { MfiId, PayoutBatchId, PayoutId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import { isFrozenFor } from '@sathi/domain/permissions.ts';
import { restRefusal } from '@sathi/domain/destinations.ts';
import { found, given, refuseIf } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import type { Tx } from '../../db/db.ts';
import { isFrozen } from '../freezes/freezes.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { findPayoutsRest } from '../phone-changes/phone-changes.repository.ts';
import {
  type BatchRow,
  closeBatch,
  findBatch,
  findBatchOf,
  listItemsOf,
  setBatchApproved,
  setBatchCancelled,
  takeOut,
} from './batches.repository.ts';
import { refuseHeld, refuseRepeated } from './batches.service.ts';
import { findPayout } from './payouts.repository.ts';
import { sendPayout } from './paying-out.repository.ts';
import { isSameRequest, type PayoutRequest, type RequestName } from './payout-requests.repository.ts';
import { isPayoutStopped } from './payout-stops.repository.ts';
import { steppingOf } from './payouts.service.ts';
import { askedWithdrawal, updateWithdrawal } from './withdrawals.service.ts';

type Item = RequestName;
type Body = {
  readonly state?: 'approved' | 'cancelled' | undefined;
  readonly reason?: string | undefined;
  readonly remove?: ReadonlyArray<Item & { readonly reason: string }> | undefined;
  readonly sent?: ReadonlyArray<Item & { readonly bankReference: string }> | undefined;
};
type OnBatch = Change & { readonly mfiId: MfiId; readonly batch: BatchRow };

/** Null when the batch had each of these requests, and each is in it still and to be sent; `rows` are those in it. */
export async function namedRefusal(
  tx: Tx,
  { id }: BatchRow,
  rows: readonly PayoutRequest[],
  named: readonly RequestName[],
): Promise<'not_found' | 'wrong_status' | null> {
  const had = await listItemsOf(tx, id);
  if (!named.every((one) => had.some(isSameRequest(one)))) return 'not_found';
  return named.every((one) => rows.find(isSameRequest(one))?.state === 'requested') ? null : 'wrong_status';
}

/** One step of a batch, whose proposals and payouts are locked; `rows` are the requests in it, and those named are to be sent. */
export async function changeBatch({
  body: { state, reason, remove = [], sent = [] },
  rows,
  ...change
}: OnBatch & { readonly rows: readonly PayoutRequest[]; readonly body: Body }): Promise<{
  id: PayoutBatchId;
  state: BatchState;
}> {
  const { tx, viewer, now, mfiId, batch } = change;
  refuseRepeated('remove', remove);
  refuseRepeated('sent', sent);
  if (state === 'approved') {
    refuseHeld(rows, now);
    await setBatchApproved(tx, batch.id, viewer.id, now);
  }
  if (state === 'cancelled')
    await setBatchCancelled(tx, batch, { by: viewer.id, at: now, reason: given('reason', reason) });
  for (const one of remove) await takeOut(tx, one, { by: viewer.id, at: now, reason: one.reason });
  for (const one of sent) await send(change, one, one.bankReference);
  await closeBatch(tx, batch.id);
  return { id: batch.id, state: found(await findBatch(tx, mfiId, batch.id)).state };
}

/**
 * Sends one request of a batch, as it is sent by itself (R4.3, R25.4).
 *
 * @throws RefusalError `payouts_stopped`, `cooling_off`, `frozen`, `credit_below_zero`, `second_person_needed`
 */
async function send(change: OnBatch, request: RequestName, bankReference: string): Promise<void> {
  const { tx, now, mfiId, batch } = change;
  const { accountId } = batch;
  const { paidMinor } = found(await findBatchOf(tx, request));
  const { timeZone } = found(await findMfiSettings(tx, mfiId));
  const by = { accountId, paidMinor, bankReference, sentOn: calendarDateIn(timeZone, now) };
  if (request.kind === 'payout') {
    const payout = found(await findPayout(tx, request.id as PayoutId));
    await refuseSending(change, payout.userId, await isFrozen(tx, mfiId, payout.userId));
    refuseIf(payout.isBelowZero ? 'credit_below_zero' : null);
    return sendPayout(steppingOf(change), payout, by);
  }
  const subject = await askedWithdrawal({ tx, asked: { id: request.id as WithdrawalId } });
  const { ownerId } = subject.proposal;
  await refuseSending(change, ownerId, isFrozenFor({ id: ownerId }, subject.proposal));
  await updateWithdrawal({
    ...change,
    ...subject,
    body: { state: 'sent', reference: bankReference, accountId, paidMinor, sentOn: by.sentOn },
  });
}

async function refuseSending({ tx, viewer, now }: OnBatch, ownerId: UserId, isStopped: boolean): Promise<void> {
  refuseIf(viewer.id === ownerId ? 'second_person_needed' : null);
  refuseIf((await isPayoutStopped(tx, ownerId, now)) ? 'payouts_stopped' : null);
  refuseIf(isStopped ? 'frozen' : null);
  refuseIf(restRefusal(await findPayoutsRest(tx, ownerId), now));
}
