import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@sathi/contract/endpoint.ts';
import type { changeTill, openTill as openTillCall } from '@sathi/contract/tills.ts';
import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { Currency, LocalSum, Minor } from '@sathi/domain/local-money.ts';
import { writeLocal } from '@sathi/domain/local-money.ts';
import { CASH_MINOR_MAX } from '@sathi/domain/tills.ts';
import type { AppSecret } from '../../config/secret.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { askToConfirm } from '../notifications/tell.ts';
import { openOrders } from '../pay-ins/orders.repository.ts';
import { lockOwing } from '../pay-ins/owing.repository.ts';
import { bookReceipt } from '../pay-ins/receiving.repository.ts';
import { creditHolder, lockProposal } from '../proposals/proposals.repository.ts';
import { approvePayment } from '../repayments/paying.repository.ts';
import { lockPayment } from '../repayments/payments.repository.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import {
  type HeldEntry,
  insertTill,
  listClaimants,
  listHeld,
  listPayersProposals,
  setTillClosed,
  setTillReceived,
  type TillRow,
} from './tills.repository.ts';

/** A clock that was lost begins many years ago. */
const DAY_AGE_MAX = 731;

type Opening = Change & {
  readonly mfiId: MfiId;
  readonly account: MoneyAccountRow | null;
  readonly body: BodyOf<typeof openTillCall>;
};

/**
 * A day to come, or one of years ago, is that of a device whose clock is wrong: its till would keep the officer from beginning on the
 * day itself (R22.6). Tomorrow is a zone further east.
 *
 * @throws RefusalError `wrong_currency`; `invalid_request` above what anybody carries; `invalid_date` far from today
 */
export async function openTill(opening: Opening): Promise<DataOf<typeof openTillCall>> {
  const { tx, viewer, now, mfiId, body } = opening;
  const { day, accountId, float } = body;
  const account = found(opening.account);
  if (account.kind !== 'till') throw invalidField('accountId', 'invalid');
  const floatMinor = cashOf('float', float, account.currency);
  const { timeZone } = found(await findMfiById(tx, mfiId));
  const today = calendarDateIn(timeZone, now);
  if (day < addDays(today, -DAY_AGE_MAX) || day > addDays(today, 1))
    throw new RefusalError('invalid_date', { path: 'day' });
  const till = { mfiId, accountId, officerId: viewer.id, day, floatMinor, openedAt: now };
  return { ...(await insertTill(tx, till)), state: 'open' };
}

type Teller = { readonly secret: AppSecret; readonly origin: string };
type Counting = Change & {
  readonly till: TillRow;
  readonly office: OfficeRows;
  readonly teller: Teller;
  readonly body: BodyOf<typeof changeTill>;
};

/** The officer has counted; a manager closes a till that was left alone, and says why (R22.6). @throws RefusalError `reason_required` */
export async function closeTill(counting: Counting): Promise<DataOf<typeof changeTill>> {
  const { tx, viewer, now, till } = counting;
  const { countedMinor, reason } = countOf(counting);
  const differenceMinor = (countedMinor - till.expectedMinor) as Minor;
  const isAbandoned = viewer.id !== till.officerId;
  if ((differenceMinor !== 0 || isAbandoned) && reason === null) {
    throw new RefusalError('reason_required', { path: 'reason' });
  }
  await setTillClosed(tx, till.id, { by: viewer.id, at: now, countedMinor, reason });
  await tellCounters(counting);
  const { currency } = till;
  return {
    state: 'closed',
    expected: { amount: till.expectedMinor, currency },
    counted: { amount: countedMinor, currency },
    difference: { amount: writeLocal(differenceMinor), currency },
  };
}

/** The others hear that a till waits for one of them (R19.8). */
async function tellCounters({ till, office, teller, ...change }: Counting): Promise<void> {
  const { viewer } = change;
  const { id, mfiId, officerId } = till;
  const others = office.members.filter(({ userId }) => userId !== viewer.id && userId !== officerId);
  const confirmers = others.map(({ userId }) => userId);
  await askToConfirm(change, teller, { mfiId, what: 'till', id, page: 'MFITills', confirmers });
}

/**
 * Another has counted: all payments of the till are decided in one act, and the money of backers is booked (R22.6, R22.10). What
 * is the receiver's own is left for others (R19.9).
 *
 * @throws RefusalError `reason_required` for another sum than the officer counted
 */
export async function receiveTill(counting: Counting): Promise<DataOf<typeof changeTill>> {
  const { tx, viewer, now, till } = counting;
  const held = await listHeld(tx, till.id);
  const own = held.filter(({ personId }) => personId === viewer.id);
  const others = held.filter(({ personId }) => personId !== viewer.id);
  await lockAll(counting, others);
  for (const entry of others) {
    await decide(counting, entry);
  }
  if (till.state === 'closed') {
    const { countedMinor, reason } = countOf(counting);
    if (countedMinor !== till.countedMinor && reason === null) {
      throw new RefusalError('reason_required', { path: 'reason' });
    }
    await setTillReceived(tx, till.id, { by: viewer.id, at: now, countedMinor, reason });
  }
  return {
    state: 'received',
    approved: others.filter(({ paymentId }) => paymentId !== null).length,
    left: own.map(({ clientId, number, paymentId, receiptId }) => ({ clientId, number, paymentId, receiptId })),
  };
}

/** @throws RefusalError as {@link cashOf} */
function countOf({ till, body: { counted, reason } }: Counting) {
  return { countedMinor: cashOf('counted', counted, till.currency), reason: reason || null };
}

/** @throws RefusalError `wrong_currency`, `invalid_request` above what anybody carries */
function cashOf(path: 'float' | 'counted', { amount, currency }: LocalSum, ofTill: Currency): Minor {
  if (currency !== ofTill) throw new RefusalError('wrong_currency');
  if (amount > CASH_MINOR_MAX) throw invalidField(path, 'amount_too_large');
  return amount;
}

/** Locks what the entries touch before the first of them is decided: proposals by id, orders, and credit by id (R24.5). */
async function lockAll({ tx, now, till: { mfiId } }: Counting, entries: readonly HeldEntry[]): Promise<void> {
  const payers = entries.filter(({ receiptId }) => receiptId !== null).map(({ personId }) => personId);
  const loans = entries.flatMap(({ proposalId }) => proposalId ?? []);
  const ids: ProposalId[] = [...new Set([...loans, ...(await listPayersProposals(tx, mfiId, payers))])];
  let holder: MfiId | undefined = mfiId;
  for (const id of ids.toSorted((a, b) => a - b)) {
    holder = creditHolder(found(await lockProposal(tx, id)));
  }
  await openOrders(tx, mfiId, payers, now);
  await lockCredits(tx, [...payers, ...(await listClaimants(tx, loans))], holder);
}

async function decide({ tx, viewer, now, attempt, till }: Counting, entry: HeldEntry): Promise<void> {
  const { proposalId, paymentId, receiptId, personId: userId, amountCents, paidOn: receivedOn } = entry;
  const { mfiId, id } = till;
  const key = `till:${id}:${randomUUID()}`;
  if (proposalId !== null && paymentId !== null) {
    const proposal = found(await lockProposal(tx, proposalId));
    const payment = found(await lockPayment(tx, proposalId, paymentId));
    const paying = { tx, viewer, now, attempt: { key, requestHash: attempt.requestHash } };
    await approvePayment({ ...paying, proposal, payment });
  }
  if (receiptId !== null) {
    const locked = await lockOwing(tx, { mfiId, userId }, now);
    const receipt = { mfiId, userId, amountCents, receivedOn, bookedBy: viewer.id };
    const cause = { actorId: viewer.id, idempotencyKey: key, requestHash: attempt.requestHash, at: now };
    await bookReceipt(tx, receipt, cause, { locked, collected: receiptId });
  }
}
