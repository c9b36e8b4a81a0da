import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@sathi/contract/endpoint.ts';
import type { enterTillEntries } from '@sathi/contract/tills.ts';
import { type LocalUnit, unitOf } from '@sathi/domain/asked-local.ts';
import { type CalendarDate, calendarDateIn, msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MfiId, TillId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { type Reference, kindOfReference, parseReference } from '@sathi/domain/references.ts';
import { mayBePaidOn } from '@sathi/domain/repayments.ts';
import { officeWithout } from '@sathi/domain/staff.ts';
import { lateCashRefusal, tillReceiptNumber } from '@sathi/domain/tills.ts';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { staffIn } from '../../http/viewer.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { owedOf, worthOf as worthOfPayIn } from '../pay-ins/arrivals.repository.ts';
import { lockOwing } from '../pay-ins/owing.repository.ts';
import { insertCollected } from '../pay-ins/receipts.repository.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { enterPayment, newReceiptCode } from '../repayments/paying.repository.ts';
import { worthOf as worthOfPayment } from '../repayments/payment-worth.repository.ts';
import { NO_FACTS } from '../repayments/payments.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { findLoan, findPayer } from '../statements/named.repository.ts';
import { type EntryRow, findEntry, isNumberUsed, type NewEntry, setEntry } from './till-entries.repository.ts';
import { lockTill, type TillRow } from './tills.repository.ts';

export type Entry = BodyOf<typeof enterTillEntries>['entries'][number];
export type Entering = {
  readonly tx: Tx;
  readonly now: Date;
  readonly viewer: SignedIn;
  readonly mfiId: MfiId;
  readonly id: TillId;
  readonly requestHash: string;
};
/** Cash for one reference, in the money of its till. */
type Cash = {
  readonly till: TillRow;
  /** The number as it stands on the receipt. */
  readonly receiptNumber: string;
  readonly amountMinor: Minor;
  readonly paidOn: CalendarDate;
  readonly today: CalendarDate;
};

/**
 * Takes one entry of a device into its till, or answers it as before (R22.5). One that was refused may come again with other
 * words.
 *
 * @throws RefusalError `not_permitted` for an officer removed while it waited, `till_closed`, `number_used`, `wrong_status` for
 * taken cash that is handed back, and those of its reference
 */
export async function takeEntry(asking: Entering, entry: Entry): Promise<EntryRow> {
  const { tx, mfiId, id, now } = asking;
  const { till, numbering } = await lockTills(asking, entry);
  const viewer = await staffIn(tx, asking.viewer, mfiId);
  const entering = { ...asking, viewer };
  const asked = { tillId: id, officerId: viewer.id, clientId: entry.clientId };
  const known = await findEntry(tx, asked);
  if (known?.state === 'taken' && entry.returned !== undefined) throw new RefusalError('wrong_status');
  if (known !== undefined && isAnswered(known, entry)) return known;
  if (till.state !== 'open') throw new RefusalError('till_closed');
  if (isLate(entering, entry)) refuseIf(lateCashRefusal(viewer, found(numbering)));
  const { clientId, number, returned, note = '' } = entry;
  // Cash that is handed back has no receipt of the office, so its number may be another's.
  const isUsed = returned === undefined && (await isNumberUsed(tx, numbering?.id ?? id, number, clientId));
  if (isUsed) throw new RefusalError('number_used');
  const same = { tillId: id, clientId, number, numberedBy: numbering?.id ?? null };
  if (returned !== undefined) {
    const refusedAs = known?.refusedAs ?? null;
    await setEntry(tx, { ...same, state: 'returned', refusedAs, signedBy: returned.signedBy }, now);
  } else {
    const document = await collect(entering, { till, numbering }, entry);
    await setEntry(tx, { ...same, ...writtenOf(till, entry), ...document, state: 'taken', refusedAs: null, note }, now);
  }
  return found(await findEntry(tx, asked));
}

/** Keeps a refusal, because its cash is in the hand until it is entered anew or handed back (R22.5). */
export async function keepRefused(entering: Entering, entry: Entry, code: string): Promise<void> {
  const { tx, id, now, viewer } = entering;
  const { till, numbering } = await lockTills(entering, entry);
  const { clientId, number, note = '' } = entry;
  const known = await findEntry(tx, { tillId: id, officerId: viewer.id, clientId });
  const isKept = till.state === 'open' && entry.returned === undefined && (known?.state ?? 'refused') === 'refused';
  if (!isKept) return;
  const numberedBy = numbering?.id ?? null;
  const refused = { tillId: id, clientId, number, numberedBy, state: 'refused', refusedAs: code, note } as const;
  await setEntry(tx, { ...refused, ...writtenOf(till, entry) }, now);
}

type Tills = {
  readonly till: TillRow;
  /** The closed till that numbered the receipt, for cash that came after its closing. */
  readonly numbering: TillRow | undefined;
};

/**
 * Locks the till, and the one that numbered the receipt, in the order of their ids, so that two that name each other
 * wait (R24.5).
 */
async function lockTills(entering: Entering, entry: Entry): Promise<Tills> {
  const { tx, mfiId, id } = entering;
  const ids = isLate(entering, entry) ? [id, given('numberedBy', entry.numberedBy)] : [id];
  const locked = new Map<TillId, TillRow | undefined>();
  for (const each of ids.toSorted((a, b) => a - b)) {
    locked.set(each, await lockTill(tx, mfiId, each));
  }
  const [, late] = ids;
  return { till: found(locked.get(id)), numbering: late === undefined ? undefined : locked.get(late) };
}

function isLate({ id }: Entering, { numberedBy }: Entry): boolean {
  return numberedBy !== undefined && numberedBy !== id;
}

/** Whether an entry is answered as before; a refused one is judged anew when it says something else. */
function isAnswered(known: EntryRow, entry: Entry): boolean {
  if (known.state !== 'refused') return true;
  const { loanReference, personReference, returned, number, numberedBy = null, paidOn } = entry;
  const isSame =
    known.reference === (loanReference ?? personReference) &&
    known.number === number &&
    known.numberedBy === numberedBy;
  return returned === undefined && isSame && known.paidOn === paidOn && known.amountMinor === minorOf(entry);
}

/** The words of an entry as they were written down, whether they are right or not. */
function writtenOf({ currency }: TillRow, entry: Entry): Pick<NewEntry, 'reference' | 'amountMinor' | 'paidOn'> {
  const { loanReference, personReference, localAmount, paidOn = null } = entry;
  const isOther = localAmount !== undefined && localAmount.currency !== currency;
  return {
    reference: loanReference ?? personReference ?? '',
    amountMinor: isOther ? null : minorOf(entry),
    paidOn,
  };
}

function minorOf({ amount, localAmount }: Entry): Minor | null {
  if (localAmount !== undefined) return localAmount.amount;
  return amount === undefined ? null : (Number(amount) as Minor);
}

async function collect(entering: Entering, { till, numbering = till }: Tills, entry: Entry) {
  const { tx, mfiId, now } = entering;
  const { loanReference, personReference, localAmount, number } = entry;
  const mfi = found(await findMfiSettings(tx, mfiId));
  const cash: Cash = {
    till,
    receiptNumber: tillReceiptNumber(till.mfiName, numbering.number, number),
    amountMinor: given('amount', minorOf(entry) ?? undefined),
    paidOn: given('paidOn', entry.paidOn),
    today: calendarDateIn(mfi.timeZone, now),
  };
  if ((localAmount?.currency ?? 'USD') !== till.currency) throw new RefusalError('wrong_currency');
  if (cash.paidOn > cash.today) throw new RefusalError('invalid_date');
  if (loanReference !== undefined) return collectForLoan(entering, cash, known(loanReference, 'loan'));
  if (mfi.collection !== 'expected') throw new RefusalError('needs_expected');
  return collectForPerson(entering, cash, known(given('personReference', personReference), 'person'), mfi);
}

/** @throws RefusalError `unknown_reference` for wrong digits, and for one of another kind */
function known(typed: string, kind: 'loan' | 'person'): Reference {
  const reference = parseReference(typed);
  if (reference === null || kindOfReference(reference) !== kind) throw new RefusalError('unknown_reference');
  return reference;
}

/** A repayment that waits in its till (R22.6). */
async function collectForLoan(entering: Entering, cash: Cash, reference: Reference) {
  const { tx, viewer, now, mfiId, requestHash } = entering;
  const { till, amountMinor: amount, paidOn, today } = cash;
  const id = await findLoan(tx, mfiId, reference);
  if (id === undefined) throw new RefusalError('unknown_reference');
  const proposal = found(await lockProposal(tx, id));
  await refuseUndecidable(entering, proposal.ownerId);
  refuseIf(proposalRefusal('repay', viewer, proposal));
  const released = proposal.fundedAt === null ? today : calendarDateIn(proposal.mfi.timeZone, proposal.fundedAt);
  if (!mayBePaidOn(paidOn, released, today)) throw new RefusalError('invalid_date');
  const local = { amount, currency: till.currency, valueOn: paidOn };
  const { amountCents, ...worth } = await worthOfPayment({ tx, proposal }, local, till.currency);
  const paying = { tx, viewer, now, attempt: { key: `till:${till.id}:${randomUUID()}`, requestHash } };
  const facts = { ...NO_FACTS, ...worth, channel: 'cash', accountId: till.accountId, paidOn } as const;
  const payment = await enterPayment({ ...paying, proposal }, amountCents, { ...facts, ...receiptOf(cash) });
  const telling = { what: 'payment_collected', proposalId: id, paymentId: payment.id };
  const delayMs = msUntilDaytime(proposal.mfi.timeZone, now);
  const dedupeKey = `loan_event:payment_collected:${payment.id}`;
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey, payload: telling, delayMs }], now);
  return { paymentId: payment.id };
}

/** Money of a backer that is theirs once the till is received; until then nothing of theirs lapses (R22.10). */
async function collectForPerson(
  entering: Entering,
  cash: Cash,
  reference: Reference,
  mfi: LocalUnit & { readonly timeZone: string },
) {
  const { tx, viewer, now, mfiId } = entering;
  const { till, amountMinor: localMinor, paidOn: receivedOn } = cash;
  const userId = await findPayer(tx, mfiId, reference);
  if (userId === undefined) throw new RefusalError('unknown_reference');
  await refuseUndecidable(entering, userId);
  const owing = await lockOwing(tx, { mfiId, userId }, now);
  const { currency } = till;
  const arrival = { mfiId, currency, localMinor, receivedOn, unit: unitOf(currency, mfi) };
  const worth = await worthOfPayIn(tx, { ...arrival, ...owedOf(owing, mfi.timeZone) });
  const by = { mfiId, userId, receivedOn, bookedBy: viewer.id, accountId: till.accountId, localMinor };
  const receipt = { ...worth, ...by, channel: 'cash', ...receiptOf(cash) } as const;
  return { receiptId: await insertCollected(tx, receipt, now) };
}

/**
 * An officer collects no money of their own, and none of a colleague who alone could confirm it (R19.9, R22.6).
 * @throws RefusalError `second_person_needed`
 */
async function refuseUndecidable({ tx, viewer, mfiId, now }: Entering, payerId: UserId): Promise<void> {
  const others = officeWithout(await findOffice(tx, mfiId, now), [viewer.id]).members;
  const isOnlyOther = others.length === 1 && others[0]?.userId === payerId;
  if (payerId === viewer.id || isOnlyOther) throw new RefusalError('second_person_needed');
}

function receiptOf({ till, receiptNumber }: Cash) {
  return { tillId: till.id, receiptNumber, receiptCode: newReceiptCode() };
}
