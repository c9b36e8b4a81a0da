import { hoursAfter } from './durations.ts';
import type { UserId } from './ids.ts';
import type { Currency, Minor } from './local-money.ts';
import type { Cents } from './money.ts';
import { restRefusal } from './destinations.ts';
import type { SignedIn } from './proposals.ts';
import type { RateMillionths } from './rates.ts';
import {
  type ConfirmRefusal,
  confirmRefusal,
  hasEnded,
  type Office,
  officeWithout,
  secondEyesRefusal,
} from './staff.ts';
import type { WithdrawalMethod, WithdrawalState } from './withdrawals.ts';

/** Requests of one account that are paid by one file (R25.3). */
export const BATCH_STATES = ['made', 'approved', 'cancelled', 'closed'] as const;
export type BatchState = (typeof BATCH_STATES)[number];
export const BATCH_ITEMS_MAX = 1000;
/** A request that was taken out may be in a batch again after this long: its file may be at the bank already (R25.9). */
const AGAIN_HOURS = 72;
/** Account numbers in a payment file are not longer. */
const FILE_NUMBER_LENGTH_MAX = 34;

/** The worth of dollars in an account's currency, rounded down; the difference is the institution's (R25.3). */
export function paidOutMinor(amountCents: Cents, rate: RateMillionths | null): Minor {
  if (rate === null) return amountCents as unknown as Minor;
  return Number((BigInt(amountCents) * BigInt(rate)) / 1_000_000n) as Minor;
}

/** The local money of a request whose loan has a rate; null for dollars. */
type OwnMoney = { readonly localMinor: Minor | null; readonly localCurrency: Currency | null };

/** The sum of a request in an account's currency, where its loan fixed it; null where the rate of the day says it (R25.3). */
export function ownMinor({ localMinor, localCurrency }: OwnMoney, currency: Currency): Minor | null {
  return localCurrency === currency ? localMinor : null;
}

/** Whether an account in this currency can pay a request: one with a rate of its own in its currency or in dollars (R25.3). */
export function isPaidIn(currency: Currency, { localCurrency }: OwnMoney): boolean {
  return currency === 'USD' || localCurrency === null || localCurrency === currency;
}

export type BatchRequest = {
  readonly ownerId: UserId;
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly accountNumber: string;
  readonly payableFrom: Date | null;
  /** The end of the rest after a change of phone; null for none. */
  readonly restsUntil: Date | null;
  readonly isStopped: boolean;
  readonly isFrozen: boolean;
  /**
   * Whether the request is for credit and what its person has left there is below zero; never for the money of a loan.
   */
  readonly isBelowZero: boolean;
  readonly isInBatch: boolean;
  /** When the request was last taken out of a batch whose file may be at the bank. */
  readonly takenOutAt: Date | null;
};
export const BATCH_ITEM_REFUSALS = [
  'wrong_status',
  'second_person_needed',
  'in_batch',
  'payouts_stopped',
  'frozen',
  'credit_below_zero',
  'cooling_off',
  'wrong_account',
] as const;
export type BatchItemRefusal = (typeof BATCH_ITEM_REFUSALS)[number];

/** The facts that hold money back, in a batch and by hand. */
export type Holding = Pick<BatchRequest, 'isStopped' | 'isFrozen' | 'isBelowZero' | 'payableFrom' | 'restsUntil'>;

/** Null when money may leave for a request now (R25.1, R25.3, R29.5). */
export function heldRefusal(
  { isStopped, isFrozen, isBelowZero, payableFrom, restsUntil }: Holding,
  now: Date,
): 'payouts_stopped' | 'frozen' | 'credit_below_zero' | 'cooling_off' | null {
  if (isStopped) return 'payouts_stopped';
  if (isFrozen) return 'frozen';
  if (isBelowZero) return 'credit_below_zero';
  return restRefusal(payableFrom, now) ?? restRefusal(restsUntil, now);
}

/** Null when a request may be in a new batch now (R25.3). */
export function batchItemRefusal(viewer: SignedIn, request: BatchRequest, now: Date): BatchItemRefusal | null {
  const { ownerId, state, method, accountNumber, takenOutAt } = request;
  if (viewer.id === ownerId) return 'second_person_needed';
  if (state !== 'requested') return 'wrong_status';
  if (request.isInBatch) return 'in_batch';
  const held = heldRefusal(request, now);
  if (held !== null) return held;
  // Cash is handed out at the office; no file sends it.
  if (method === 'cash_at_office' || accountNumber.length > FILE_NUMBER_LENGTH_MAX) return 'wrong_account';
  return restRefusal(againFrom(takenOutAt), now);
}

/** The instant from which a request that was taken out may be in a batch again (R25.9); null for none. */
export function againFrom(takenOutAt: Date | null): Date | null {
  return takenOutAt && hoursAfter(takenOutAt, AGAIN_HOURS);
}

type SecondEyes = { readonly enteredBy: UserId; readonly ownerIds: readonly UserId[] };

/**
 * Null when this person may take a request out: another than the one who made the batch, with no money of their own in
 * it (R19.9, R25.9).
 */
export function shrinkBatchRefusal(
  viewer: Pick<SignedIn, 'id'>,
  { enteredBy, ownerIds }: SecondEyes,
  office: Office,
): 'second_person_needed' | null {
  if (ownerIds.includes(viewer.id)) return 'second_person_needed';
  return secondEyesRefusal(viewer, enteredBy, office);
}

/**
 * Null when this person may approve the batch: a manager, where there is one besides the person who made it and the
 * people whose money is in it (R19.8, R19.9, R34.4). A batch that is not approved within 30 days is over (R34.3).
 */
export function approveBatchRefusal(
  viewer: Pick<SignedIn, 'id'>,
  batch: SecondEyes & { readonly state: BatchState; readonly enteredAt: Date },
  office: Office,
  now: Date,
): 'wrong_status' | ConfirmRefusal | null {
  const refusal =
    shrinkBatchRefusal(viewer, batch, office) ?? confirmRefusal(viewer, batch, officeWithout(office, batch.ownerIds));
  const waits = batch.state === 'made' && !hasEnded({ enteredAt: batch.enteredAt, approvedAt: null }, now);
  return refusal ?? (waits ? null : 'wrong_status');
}

/** A batch of which something was sent is not cancelled any more (R25.9). */
export function cancelBatchRefusal(batch: {
  readonly state: BatchState;
  readonly hasSent: boolean;
}): 'wrong_status' | null {
  return (batch.state === 'made' || batch.state === 'approved') && !batch.hasSent ? null : 'wrong_status';
}
