import type { PayoutId, WithdrawalId } from '@sathi/domain/ids.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { Tx } from '../../db/db.ts';
import { reopenBatch } from '../withdrawals/batches.repository.ts';
import { findPayout } from '../withdrawals/payouts.repository.ts';
import { lockPayoutAccount } from '../withdrawals/payout-accounts.repository.ts';
import { unfailPayout, unsendPayout } from '../withdrawals/paying-out.repository.ts';
import type { RequestName } from '../withdrawals/payout-requests.repository.ts';
import { type Sending, unfailWithdrawal, unsendWithdrawal } from '../withdrawals/sending.repository.ts';
import { hasOpenWithdrawal } from '../withdrawals/withdrawals.repository.ts';
import type { Booking } from './booking.ts';
import { lockRequest } from './booking-payouts.ts';
import type { PartRow } from './line-parts.repository.ts';

export type RequestPart = Pick<PartRow, 'amountMinor' | 'stateBefore' | 'closedBefore'> & RequestName;

/** The part of a line that sent a request, or brought its money back; undefined for other parts. */
export function requestOf(part: PartRow): RequestPart | undefined {
  const { payoutId, withdrawalId } = part;
  if (payoutId !== null) return { ...part, kind: 'payout', id: payoutId satisfies PayoutId };
  return withdrawalId === null ? undefined : { ...part, kind: 'withdrawal', id: withdrawalId satisfies WithdrawalId };
}

/**
 * The request is what it was before its line: it waits in its batch, or was sent (R21.9).
 * @throws RefusalError `too_late` once it went on, was asked for anew, or would wait for an account that is forgotten or disowned
 */
export async function undoRequest(
  actor: Pick<Booking, 'tx' | 'viewer' | 'now' | 'requestHash'>,
  part: RequestPart,
): Promise<void> {
  const isGone = part.amountMinor < 0 && part.kind === 'payout' && (await isAccountGone(actor.tx, part.id as PayoutId));
  const locked = await lockRequest(actor, part);
  const { state } = locked.request;
  if (part.amountMinor < 0) {
    const isDisowned = locked.kind === 'withdrawal' && locked.step.withdrawal.disownedAt !== null;
    if (state !== 'sent' || isGone || isDisowned) throw new RefusalError('too_late');
    await (locked.kind === 'payout' ? unsendPayout(locked.step, locked.payout) : unsendWithdrawal(locked.step));
    return reopenBatch(actor.tx, part);
  }
  const before = {
    state: part.stateBefore === 'confirmed' ? 'confirmed' : 'sent',
    closedAt: part.closedBefore,
  } as const;
  if (state !== 'failed') throw new RefusalError('too_late');
  if (locked.kind === 'payout') return unfailPayout(locked.step, locked.payout, before);
  if (isOfEarlierRelease(locked.step) || (await hasOpenWithdrawal(actor.tx, locked.step.proposal.id)))
    throw new RefusalError('too_late');
  return unfailWithdrawal(locked.step, before);
}

/** The release that the money was asked for was undone (T12): what is in escrow now, if anything, is asked for anew. */
function isOfEarlierRelease({ proposal, withdrawal }: Sending): boolean {
  const { fundedAt, fundedCents } = proposal;
  return fundedAt === null || fundedAt > withdrawal.requestedAt || fundedCents !== withdrawal.amountCents;
}

/**
 * The number of the account is forgotten, or its owner disowned it; it is locked before its payouts, as by “not me” (R25.1). While money
 * is on its way to the account of a former member who came back, its number is there.
 */
async function isAccountGone(tx: Tx, id: PayoutId): Promise<boolean> {
  const { payoutAccountId } = found(await findPayout(tx, id));
  const { accountLast4, disownedAt } = found(await lockPayoutAccount(tx, payoutAccountId));
  return accountLast4 === '' || disownedAt !== null;
}
