import { randomUUID } from 'node:crypto';
import { isPaidIn, ownMinor } from '@sathi/domain/batches.ts';
import type { MoneyAccountId, PayoutId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { restRefusal } from '@sathi/domain/destinations.ts';
import type { WithdrawalState } from '@sathi/domain/withdrawals.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { closeBatch, findBatchOf } from '../withdrawals/batches.repository.ts';
import { lockPayout } from '../withdrawals/payouts.repository.ts';
import { failPayout, sendPayout, type SentBy, type Stepping } from '../withdrawals/paying-out.repository.ts';
import { findRequestBy, type RequestName } from '../withdrawals/payout-requests.repository.ts';
import { failWithdrawal, sendWithdrawal } from '../withdrawals/sending.repository.ts';
import { findWithdrawal } from '../withdrawals/withdrawals.repository.ts';
import { type BookedPortion, type Booking, NO_EFFECTS, type Portion } from './booking.ts';
import { findDebitFor, type LinePart } from './line-parts.repository.ts';
import type { OpenLine } from './lines.repository.ts';

/** A request for money of either kind, locked, as a line meets it. */
export type LockedRequest = {
  readonly ownerId: UserId;
  readonly amountCents: Cents;
  readonly state: WithdrawalState;
  readonly payableFrom: Date | null;
  readonly closedAt: Date | null;
  readonly accountId: MoneyAccountId | null;
  readonly paidMinor: Minor | null;
  /** The local money of a loan with a rate; null for dollars. */
  readonly localMinor: Minor | null;
  readonly localCurrency: Currency | null;
  readonly send: (by: SentBy) => Promise<unknown>;
  readonly fail: (reason: string) => Promise<unknown>;
};
type Actor = Pick<Booking, 'tx' | 'viewer' | 'now' | 'requestHash'>;

/** Locks a request in the order of all changes: the proposal of a withdrawal, or the payout itself. */
export async function lockRequest({ tx, viewer, now, requestHash }: Actor, { kind, id }: RequestName) {
  if (kind === 'payout') {
    const payout = found(await lockPayout(tx, id as PayoutId));
    const step: Stepping = { tx, actorId: viewer.id, now, requestHash };
    const send: LockedRequest['send'] = (by) => sendPayout(step, payout, by);
    const fail: LockedRequest['fail'] = (reason) => failPayout(step, payout, reason);
    return {
      kind,
      step,
      payout,
      request: {
        ...payout,
        payableFrom: payout.ownPayableFrom,
        localMinor: null,
        localCurrency: null,
        ownerId: payout.userId,
        send,
        fail,
      } satisfies LockedRequest,
    } as const;
  }
  const { proposalId } = found(await findWithdrawal(tx, id as WithdrawalId));
  const proposal = found(await lockProposal(tx, proposalId));
  const withdrawal = found(await findWithdrawal(tx, id as WithdrawalId));
  const attempt = { key: `request:${id}:${randomUUID()}`, requestHash };
  const step = { tx, viewer, now, attempt, proposal, withdrawal };
  const send: LockedRequest['send'] = ({ bankReference: reference, ...how }) =>
    sendWithdrawal(step, { reference, ...how });
  const fail: LockedRequest['fail'] = (reason) => failWithdrawal(step, reason);
  return { kind, step, request: { ...withdrawal, send, fail } satisfies LockedRequest } as const;
}

/**
 * Money that left for a request, or came back from it (R25.4). A request that somebody moved by hand before is linked only.
 * @throws RefusalError `unknown_reference`, `second_person_needed`, `wrong_status`; `target_needed` for another sum
 */
export async function bookOnPayout(booking: Booking, portion: Portion, reference: string): Promise<BookedPortion> {
  const name = await findRequestBy(booking.tx, booking.mfiId, reference);
  if (name === undefined) throw new RefusalError('unknown_reference');
  const { request } = await lockRequest(booking, name);
  if (request.ownerId === booking.viewer.id) throw new RefusalError('second_person_needed');
  const part: LinePart = {
    amountMinor: portion.amountMinor,
    ...(name.kind === 'payout' ? { payoutId: name.id as PayoutId } : { withdrawalId: name.id as WithdrawalId }),
    stateBefore: request.state,
    closedBefore: request.closedAt,
  };
  const book = portion.amountMinor < 0 ? bookSent : bookReturned;
  const cents = await book(booking, portion, { name, request, reference });
  return cents === null
    ? { parts: [{ ...part, wasThere: true }], effects: NO_EFFECTS }
    : { parts: [part], effects: { ...NO_EFFECTS, amountCents: cents } };
}

type Asked = { readonly name: RequestName; readonly request: LockedRequest; readonly reference: string };

/** @returns the dollars by which the institution holds less; null where it was sent before */
async function bookSent(booking: Booking, { line, amountMinor }: Portion, asked: Asked): Promise<Cents | null> {
  const { tx, account, now } = booking;
  const { name, request, reference } = asked;
  const paidMinor = -amountMinor as Minor;
  if (request.state === 'sent' || request.state === 'confirmed') {
    const isHere = request.accountId === null || request.accountId === account.id;
    const knownMinor = request.paidMinor ?? asksOf(booking, request);
    // The local sum that left for dollars was not said by staff, so the bank says it.
    const isSame = knownMinor === null ? isPaidIn(account.currency, request) : paidMinor === knownMinor;
    if (!isHere || !isSame) throw new RefusalError('wrong_status');
    return null;
  }
  if (request.state !== 'requested') throw new RefusalError('wrong_status');
  const batch = await findBatchOf(tx, name);
  // The file of another batch may pay it a second time: it is taken out there first.
  const isOther =
    batch && (batch.state !== 'approved' || batch.reference !== reference || batch.accountId !== account.id);
  if (isOther) throw new RefusalError('wrong_status');
  // The bank has sent it already, so the rest of its person hinders nothing (R33.4).
  refuseIf(restRefusal(request.payableFrom, now));
  const asksMinor = batch?.paidMinor ?? asksOf(booking, request);
  if (!isPaidIn(account.currency, request) || (asksMinor !== null && paidMinor !== asksMinor))
    throw new RefusalError('target_needed');
  await request.send({ accountId: account.id, paidMinor, bankReference: bankReferenceOf(line), sentOn: line.valueOn });
  if (batch) await closeBatch(tx, batch.batchId);
  return subtractCents(ZERO_CENTS, request.amountCents);
}

/** @returns the dollars by which the institution holds more; null where staff had said before that it did not arrive */
async function bookReturned(booking: Booking, portion: Portion, { name, request }: Asked): Promise<Cents | null> {
  const { line } = portion;
  const isBack = request.state === 'failed' || request.state === 'sent' || request.state === 'confirmed';
  if (!isBack) throw new RefusalError('wrong_status');
  if (!isWholeReturn(booking, portion, request, await paidFor(booking, { name, request })))
    throw new RefusalError('target_needed');
  if (request.state === 'failed') return null;
  await request.fail((line.text || bankReferenceOf(line)).slice(0, 500));
  return request.amountCents;
}

/** The whole sum comes back to the account that paid it: a part of a line never fails a request by less. */
function isWholeReturn(
  { account }: Booking,
  { line, amountMinor }: Portion,
  { accountId }: LockedRequest,
  paidMinor: number | null,
): boolean {
  if (paidMinor === null || (accountId !== null && accountId !== account.id)) return false;
  // A bank keeps a fee of what it gives back, and gives nothing on top.
  return amountMinor === paidMinor || (amountMinor < paidMinor && amountMinor === line.amount);
}

/** The sum that left this account for a request: as it says, as its loan fixes it, or as its line does; null where none does. */
async function paidFor(booking: Booking, { name, request }: Pick<Asked, 'name' | 'request'>): Promise<number | null> {
  const { tx, account } = booking;
  return request.paidMinor ?? asksOf(booking, request) ?? (await findDebitFor(tx, account.id, name));
}

/** The sum that a loan or its dollars fix in the account's currency; null where only a batch or the rate of a day says it. */
function asksOf({ account }: Booking, request: LockedRequest): number | null {
  return ownMinor(request, account.currency) ?? (account.currency === 'USD' ? request.amountCents : null);
}

function bankReferenceOf({ bankRef, bookedOn }: OpenLine): string {
  return bankRef.slice(0, 120) || bookedOn;
}
