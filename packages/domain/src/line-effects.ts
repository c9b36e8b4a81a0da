import { addDays, type CalendarDate } from './calendar-date.ts';
import { exactlyAsked } from './asked-local.ts';
import type { Minor } from './local-money.ts';
import { type Counted, leastLocal, paidInPlan, plannedLocal } from './local-plan.ts';
import { type Cents, cents } from './money.ts';
import type { RateMillionths } from './rates.ts';
import {
  centsAtRate,
  type LoanNamed,
  type PendingPayment,
  type PersonNamed,
  type Rates,
} from './statement-candidates.ts';

/** Money that came, in the account's currency. */
export type Arrived = {
  readonly amount: number;
  readonly valueOn: CalendarDate;
  readonly currency: string;
  readonly rates: Rates;
};

export type SettledPart = { readonly proposalId: number; readonly investmentId: number; readonly cents: Cents };
export type ReceiptEffect = {
  readonly cents: Cents;
  readonly settles: readonly SettledPart[];
  readonly creditCents: Cents;
  readonly after: PersonNamed;
};

/** Days before the value day whose rate may have asked for the sum that came for a loan (R23.9). */
const RATE_DAYS_BACK = 7;
/** The most days whose rates are tried: no backing stays unpaid as long, but the value day of a file may be any. */
const ASKED_DAYS_MAX = 366;

/** Money of a person pays their unpaid backings, the earliest first; the rest is credit (R20.6). Null without a rate. */
export function receiptEffect(person: PersonNamed, arrived: Arrived): ReceiptEffect | null {
  const worth = receiptCents(person, arrived);
  if (worth === null) return null;
  let left = worth;
  const settles: SettledPart[] = [];
  const unpaid = inTurn(person).flatMap((backing) => {
    const paid = Math.min(left, backing.unpaidCents);
    left -= paid;
    const { proposalId, investmentId } = backing;
    if (paid > 0) settles.push({ proposalId, investmentId, cents: cents(paid) });
    return paid === backing.unpaidCents ? [] : [{ ...backing, unpaidCents: cents(backing.unpaidCents - paid) }];
  });
  return { cents: cents(worth), settles, creditCents: cents(left), after: { ...person, unpaid } };
}

function inTurn({ unpaid }: PersonNamed): PersonNamed['unpaid'] {
  return unpaid.toSorted(
    (a, b) => a.payBy.localeCompare(b.payBy) || a.proposalId - b.proposalId || a.investmentId - b.investmentId,
  );
}

/**
 * The worth of money that came for a person; null without a rate. In another currency than dollars, a sum that the
 * order asked on any day since its oldest unpaid backing pays exactly that order; so does one that its first backings
 * in turn asked (R20.7).
 */
function receiptCents(person: PersonNamed, arrived: Arrived): number | null {
  const unpaid = inTurn(person);
  const since = unpaid.map(({ backedOn }) => backedOn).toSorted()[0];
  const dues = unpaid.map(({ unpaidCents }) => unpaidCents);
  return (since === undefined ? null : askedSince(since, dues, arrived)) ?? worthOnValueDay(arrived);
}

/** The sum of the first of these that was asked in exactly this much local money on a day from `since` to the value day. */
function askedSince(
  since: CalendarDate,
  unpaidCents: readonly Cents[],
  { amount, valueOn, currency, rates }: Arrived,
): Cents | null {
  if (currency === 'USD') return null;
  const known = new Set<number>();
  const last = addDays(since, ASKED_DAYS_MAX);
  for (let day = since; day <= valueOn && day <= last; day = addDays(day, 1)) {
    const rate = rates.on(day);
    if (rate !== null) known.add(rate);
  }
  const unit = rates.unit as Minor;
  return exactlyAsked({ local: amount as Minor, unpaidCents, rates: [...known] as RateMillionths[], unit });
}

function worthOnValueDay({ amount, valueOn, currency, rates }: Arrived): number | null {
  return centsAtRate(amount, valueOn, currency, rates);
}

/**
 * The worth of a new payment of a loan, also the part of it that the loan does not owe (R23.5, R23.9); null where a
 * rate that it needs is not known.
 */
export function paymentCents(loan: LoanNamed, arrived: Arrived): number | null {
  const { amount, currency } = arrived;
  if (currency === 'USD') return amount;
  if (loan.local?.currency === currency) {
    const { paidCents, restCents } = shareOfPlan(loan, loan.local, arrived);
    return restCents === null ? null : paidCents + restCents;
  }
  const room = roomInLoan(loan);
  const since = addDays(arrived.valueOn, -RATE_DAYS_BACK);
  const fits = [room, loan.instalmentCents].filter((sum) => sum <= room);
  const exact = fits.map((sum) => askedSince(since, [sum], arrived)).find((sum) => sum !== null);
  return exact ?? worthOnValueDay(arrived);
}

export type LoanShare = {
  readonly paidCents: Cents;
  /** Null where no rate of the day says what the rest is worth. */
  readonly restCents: Cents | null;
  readonly restMinor: number;
};

/** The part of a sum that pays a loan, and the rest; null where the payment itself needs a rate, and none is known (R23.2). */
export function shareOfLoan(loan: LoanNamed, arrived: Arrived): LoanShare | null {
  if (loan.local?.currency === arrived.currency) return shareOfPlan(loan, loan.local, arrived);
  const worth = paymentCents(loan, arrived);
  if (worth === null) return null;
  const paidCents = cents(Math.min(worth, roomInLoan(loan)));
  const restMinor = worth === 0 ? 0 : overLoan(loan, arrived, worth);
  return { paidCents, restCents: cents(worth - paidCents), restMinor };
}

/** Local money pays a loan of that money by its plan, at no rate of a day; what is above it is worth what the value day says. */
function shareOfPlan(loan: LoanNamed, local: NonNullable<LoanNamed['local']>, arrived: Arrived): LoanShare {
  const { paidCents, overMinor } = paidInPlan(local.plan, countedOf(loan, local), arrived.amount);
  const rest = overMinor === 0 ? 0 : worthOnValueDay({ ...arrived, amount: overMinor });
  return { paidCents, restCents: rest === null ? null : cents(rest), restMinor: overMinor };
}

/** The part of a sum that a loan does not owe: in its own local money what is above its plan, else by what it is worth. */
function overLoan(loan: LoanNamed, { amount, currency }: Arrived, worth: number): number {
  if (loan.local?.currency === currency) {
    return paidInPlan(loan.local.plan, countedOf(loan, loan.local), amount).overMinor;
  }
  const paid = Math.min(worth, roomInLoan(loan));
  return amount - Number((BigInt(amount) * BigInt(paid)) / BigInt(worth));
}

/** The local money that a new payment counts for in the plan of its loan (R23.8); 0 for a loan without one. */
export function countsFor(loan: LoanNamed, arrived: Arrived, worth: number): number {
  if (loan.local === null) return 0;
  if (loan.local.currency === arrived.currency) return arrived.amount - overLoan(loan, arrived, worth);
  const paidCents = cents(Math.min(worth, roomInLoan(loan)));
  return leastLocal(loan.local.plan, countedOf(loan, loan.local), paidCents);
}

/** The sums that approved and waiting payments count for in the plan, in both moneys. */
function countedOf(loan: LoanNamed, { plan, left }: NonNullable<LoanNamed['local']>): Counted {
  const paidCents = plan.reduce((sum, { cents }) => sum + cents, 0) - loan.outstandingCents + pendingCents(loan);
  return { cents: cents(paidCents), local: (plannedLocal(plan) - left + pendingLocal(loan)) as Minor };
}

/** Whether all of a sum fits into what the loan still owes, less what is pending (R22.4). */
export function fitsIntoLoan(loan: LoanNamed, arrived: Arrived): boolean {
  if (loan.local !== null && loan.local.currency === arrived.currency) {
    return arrived.amount <= loan.local.left - pendingLocal(loan);
  }
  const worth = paymentCents(loan, arrived);
  return worth !== null && worth <= loan.outstandingCents - pendingCents(loan);
}

/** The loan after a payment was approved: a new one, or one that was pending. */
export function loanAfter(loan: LoanNamed, worth: number, local: number, pending?: PendingPayment): LoanNamed {
  return {
    ...loan,
    outstandingCents: cents(loan.outstandingCents - worth),
    pending: loan.pending.filter(({ id }) => id !== pending?.id),
    local: loan.local && { ...loan.local, left: loan.local.left - local },
  };
}

/** The most that a line may pay into a loan (R22.4). */
export function roomInLoan(loan: LoanNamed): Cents {
  return cents(Math.max(0, loan.outstandingCents - pendingCents(loan)));
}

function pendingCents({ pending }: LoanNamed): number {
  return pending.reduce((sum, { cents }) => sum + cents, 0);
}

function pendingLocal({ pending, local }: LoanNamed): number {
  return local === null ? 0 : pending.reduce((sum, payment) => sum + countedLocal(payment, local), 0);
}

/** The local money that a payment counts for in the plan of its loan (R23.8). */
export function countedLocal(
  { counted, amount, currency }: PendingPayment,
  local: { readonly currency: string },
): number {
  return counted ?? (currency === local.currency ? amount : 0);
}
