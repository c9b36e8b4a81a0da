import { type Holding, heldRefusal } from './batches.ts';
import { keptNumber } from './destinations.ts';
import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts';
import type { UserId } from './ids.ts';
import { addCents, cents, type Cents, smallerCents, subtractCents, ZERO_CENTS } from './money.ts';
import { isStaffOf } from './permissions.ts';
import type { Proposal, SignedIn } from './proposals.ts';
import { WITHDRAWAL_STEPS, type WithdrawalState } from './withdrawals.ts';

/** Credit is asked out from one dollar on (R25.6). */
export const PAYOUT_CENTS_MIN = cents(100);
/** Hours after a request from which its money may be sent. */
export const PAYOUT_REST_HOURS = 24;
/** Days for which money that came leaves only to the account that it came from. */
export const HELD_DAYS = 10;
/** The letters of the number under which a bank, or a till, knows that money left. */
export const BANK_REFERENCE_LENGTH_MAX = 120;

/** Money of a person that came: what it left as credit, with what it paid and was given back. */
export type FreshReceipt = {
  readonly toCreditCents: Cents;
  /** Its value day, or the later day on which somebody entered it. */
  readonly heldFrom: CalendarDate;
  /** A person entered it, and no second one has confirmed it yet (R25.10). */
  readonly isUnconfirmed: boolean;
  /** The account that it came from, as the bank wrote it; empty where it is not known. */
  readonly payerAccount: string;
};

/** The part of a person's credit that they may ask out to this account today (R25.6, R25.10). */
export function payableCents(
  creditCents: Cents,
  receipts: readonly FreshReceipt[],
  { today, accountNumber }: { readonly today: CalendarDate; readonly accountNumber: string },
): Cents {
  const isHeld = ({ isUnconfirmed, heldFrom, payerAccount }: FreshReceipt) => {
    const isOwn = payerAccount !== '' && keptNumber(payerAccount) === keptNumber(accountNumber);
    return isUnconfirmed || (heldFrom > addDays(today, -HELD_DAYS) && !isOwn);
  };
  const heldCents = receipts
    .filter(isHeld)
    .reduce((sum, { toCreditCents }) => addCents(sum, toCreditCents), ZERO_CENTS);
  const credit = creditCents > 0 ? creditCents : ZERO_CENTS;
  return subtractCents(credit, smallerCents(heldCents, credit));
}

/** Credit of a former member at an institution, by the account that they kept. */
export type KeptCredit = {
  readonly keptAt: Date;
  /** Null where nothing was asked for to this account yet. */
  readonly lastAskedAt: Date | null;
  /** The time zone of the institution. */
  readonly timeZone: string;
};

/** Credit that comes after closing is asked out once in a calendar month, first in the one that follows (R33.5). */
export function isKeptCreditDue({ keptAt, lastAskedAt, timeZone }: KeptCredit, now: Date): boolean {
  const monthOf = (at: Date) => calendarDateIn(timeZone, at).slice(0, 'YYYY-MM'.length);
  return [keptAt, lastAskedAt].every((at) => at === null || monthOf(at) < monthOf(now));
}

/** The steps of a withdrawal. A payout whose money came back fails even after its owner confirmed it (R25.4). */
export const PAYOUT_STEPS = WITHDRAWAL_STEPS;
export type PayoutStep = keyof typeof PAYOUT_STEPS;
export type PayoutStepRefusal = 'not_found' | 'not_permitted' | 'second_person_needed' | 'wrong_status';

/** Null when this person may move the payout to `next`; for others than its owner and staff it does not exist. */
export function payoutStepRefusal(
  viewer: SignedIn,
  payout: { readonly userId: UserId; readonly mfiId: Proposal['mfiId']; readonly state: WithdrawalState },
  next: PayoutStep | undefined,
): PayoutStepRefusal | null {
  const isOwner = viewer.id === payout.userId;
  const isStaff = isStaffOf(viewer, payout.mfiId);
  if (!isOwner && !isStaff) return 'not_found';
  if (next === undefined) return null;
  const { from, by } = PAYOUT_STEPS[next];
  if (by === 'owner' && !isOwner) return 'not_permitted';
  if (by === 'staff' && isOwner) return isStaff ? 'second_person_needed' : 'not_permitted';
  const isFromHere = payout.state === from || (next === 'failed' && payout.state === 'confirmed');
  return isFromHere ? null : 'wrong_status';
}

/** The steps of staff. */
export const HAND_STEPS = ['sent', 'rejected', 'failed'] as const satisfies readonly PayoutStep[];
export type HandStep = (typeof HAND_STEPS)[number];

type HandPayout = Parameters<typeof payoutStepRefusal>[1] & Holding & { readonly isInBatch: boolean };

/** The steps that this person may take as staff with a payout now: one that waits in a batch has none (R25.4). */
export function handSteps(viewer: SignedIn, payout: HandPayout, now: Date): HandStep[] {
  if (payout.state === 'requested' && payout.isInBatch) return [];
  return HAND_STEPS.filter(
    (next) =>
      payoutStepRefusal(viewer, payout, next) === null && (next !== 'sent' || heldRefusal(payout, now) === null),
  );
}
