import { addDays, type CalendarDate, daysBetween, endOfDayIn } from './calendar-date.ts';
import type { InvestmentId, ProposalId } from './ids.ts';
import { addCents, cents, smallerCents, subtractCents, ZERO_CENTS, type Cents } from './money.ts';

/** How an institution collects (R19.1): it takes a backing as paid, or awaits its money. */
export const COLLECTIONS = ['trust', 'expected'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** How many days backers have to pay at an institution that expects the money (R20.2). */
export const PAY_DAYS_MIN = 1;
export const PAY_DAYS_MAX = 14;
/** An unpaid backing stands for so many days more (R20.3). */
export const LAPSE_GRACE_DAYS_MAX = 7;

/** The ways in which a payer says that money went. */
export const PAY_CHANNELS = ['bank', 'mobile_wallet', 'cash'] as const;
export type PayChannel = (typeof PAY_CHANNELS)[number];
/** A bank's or wallet's own number of a payment, in code points. */
export const OWN_REFERENCE_LENGTH_MAX = 64;
/** Collected is cash in the hand of an officer, whose till is not received yet (R22.10). */
export const RECEIPT_STATES = ['collected', 'booked', 'reversed'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** “I have paid” gives this many more days, once in {@link TOLD_DAYS} (R20.2). */
export const TOLD_MORE_DAYS = 5;
const TOLD_DAYS = 30;
/** A backing that is unpaid again has at least this long (R20.8). */
const REOPENED_DAYS = 3;
/** A proposal that loses a backing stays open for at least this long (R20.4). */
const OPEN_AGAIN_DAYS = 7;
/** Two lapses within this long, and the next backing is paid first (R20.10). */
const LAPSES_DAYS = 90;

/** A backing whose money is awaited, or came in part. */
export type ExpectedBacking = {
  readonly proposalId: ProposalId;
  readonly investmentId: InvestmentId;
  readonly unpaidCents: Cents;
  /** Null for a backing from before the institution awaited money, which counts as paid. */
  readonly payBy: CalendarDate | null;
};
export type Part<Of> = { readonly of: Of; readonly amountCents: Cents };

/**
 * The unpaid backings that a sum pays: the earliest day first, then the proposal, then the backing. The last one may be paid in
 * part; the rest is the person's credit (R20.6).
 */
export function settle<Backing extends ExpectedBacking>(
  backings: readonly Backing[],
  amountCents: Cents,
): { readonly parts: Part<Backing>[]; readonly restCents: Cents } {
  const unpaid = backings.filter(({ unpaidCents }) => unpaidCents > 0).toSorted(byDay);
  return take(unpaid, amountCents, ({ unpaidCents }) => unpaidCents);
}

function byDay(a: ExpectedBacking, b: ExpectedBacking): number {
  const [first, second] = [a.payBy ?? '', b.payBy ?? ''];
  if (first !== second) return first < second ? -1 : 1;
  return a.proposalId - b.proposalId || a.investmentId - b.investmentId;
}

function take<Of>(
  from: readonly Of[],
  amountCents: Cents,
  most: (one: Of) => Cents,
): { readonly parts: Part<Of>[]; readonly restCents: Cents } {
  let restCents = amountCents;
  const parts: Part<Of>[] = [];
  for (const of of from) {
    const part = smallerCents(restCents, most(of));
    if (part <= 0) continue;
    parts.push({ of, amountCents: part });
    restCents = subtractCents(restCents, part);
  }
  return { parts, restCents };
}

/** The last day for a backing of today (R20.2). */
export function payByOf(today: CalendarDate, payDays: number): CalendarDate {
  return addDays(today, payDays);
}

export function mayTell(lastToldOn: CalendarDate | null, today: CalendarDate): boolean {
  return lastToldOn === null || daysBetween(lastToldOn, today) >= TOLD_DAYS;
}

/** The days of grace belong to the payer, to the last second of the last one (R20.3). */
export function hasLapsed(
  payBy: CalendarDate,
  { lapseGraceDays, timeZone }: { readonly lapseGraceDays: number; readonly timeZone: string },
  now: Date,
): boolean {
  return now > endOfDayIn(timeZone, addDays(payBy, lapseGraceDays));
}

/** The deadline of a proposal that is open again after a lapse; null where the old one leaves enough time, or moved before (R20.4). */
export function deadlineAfterLapse(input: {
  readonly deadline: Date;
  readonly wasMoved: boolean;
  readonly today: CalendarDate;
  readonly timeZone: string;
}): Date | null {
  const { deadline, wasMoved, today, timeZone } = input;
  const earliest = endOfDayIn(timeZone, addDays(today, OPEN_AGAIN_DAYS));
  return wasMoved || deadline >= earliest ? null : earliest;
}

/** Whether a person backs from credit only, having let backings lapse on two different days not long ago. */
export function paysFirst(lapsedOn: readonly CalendarDate[], today: CalendarDate): boolean {
  const lately = lapsedOn.filter((day) => daysBetween(day, today) <= LAPSES_DAYS);
  return new Set(lately).size >= 2;
}

export type AwaitingRefusal = 'pay_first' | 'amount_above_unpaid_limit';

/** May an institution await this much more of a person (R20.10)? Null also for a backing that credit covers. */
export function awaitingRefusal(
  toPayCents: Cents,
  owes: { readonly unpaidCents: Cents; readonly lapsedOn: readonly CalendarDate[] },
  { unpaidLimitCents, today }: { readonly unpaidLimitCents: Cents; readonly today: CalendarDate },
): AwaitingRefusal | null {
  if (toPayCents === 0) return null;
  if (paysFirst(owes.lapsedOn, today)) return 'pay_first';
  return owes.unpaidCents + toPayCents > unpaidLimitCents ? 'amount_above_unpaid_limit' : null;
}

/** A backing that is not released, as a bounce sees it. */
export type OpenBacking = ExpectedBacking & { readonly amountCents: Cents; readonly fromCreditCents: Cents };
/** A released loan in which the person is owed something. */
export type OwedLoan = { readonly proposalId: ProposalId; readonly claimCents: Cents };

export type Bounce<Backing, Loan> = {
  readonly fromCreditCents: Cents;
  /** The backings that are unpaid again. */
  readonly reopened: ReopenedPart<Backing>[];
  /** The loans in which the institution takes the person's place. */
  readonly takenOver: Part<Loan>[];
  /** The part by which the credit goes below zero. */
  readonly belowZeroCents: Cents;
};

/** A part of a backing that is unpaid again: as before the money came, or with a new last day. */
export type ReopenedPart<Backing> = Part<Backing> & { readonly asBefore?: true };

/**
 * The cover of a receipt that was booked by mistake (R21.9): the parts that it paid and that still stand are unpaid again with
 * their old day. The rest is covered as money that the bank took back.
 */
export function decideUndo<Backing extends OpenBacking, Loan extends OwedLoan>(input: {
  readonly amountCents: Cents;
  readonly paidCents: ReadonlyMap<InvestmentId, Cents>;
  readonly creditCents: Cents;
  readonly backings: readonly Backing[];
  readonly loans: readonly Loan[];
}): Bounce<Backing, Loan> {
  const { amountCents, paidCents, backings } = input;
  const undone = take(backings, amountCents, (backing) =>
    smallerCents(paidCents.get(backing.investmentId) ?? ZERO_CENTS, paidInCents(backing)),
  );
  const backOf = new Map(undone.parts.map((part) => [part.of.investmentId, part.amountCents]));
  const rest = decideBounce({
    ...input,
    amountCents: undone.restCents,
    backings: backings.map((backing) => ({
      ...backing,
      unpaidCents: addCents(backing.unpaidCents, backOf.get(backing.investmentId) ?? ZERO_CENTS),
    })),
  });
  const again = new Set(rest.reopened.map(({ of }) => of.investmentId));
  const asBefore = undone.parts.filter(({ of }) => !again.has(of.investmentId));
  return {
    ...rest,
    reopened: [
      ...asBefore.map((part) => ({ ...part, asBefore: true as const })),
      ...rest.reopened.map(({ of, amountCents: more }) => ({
        of,
        amountCents: addCents(more, backOf.get(of.investmentId) ?? ZERO_CENTS),
      })),
    ],
  };
}

/**
 * The cover of money that the bank took back: the person's credit, then the open backings that money paid for, the latest day
 * first, then the released loans, the latest first (R20.8). Credit that a backing took stays in it.
 */
export function decideBounce<Backing extends OpenBacking, Loan extends OwedLoan>(input: {
  readonly amountCents: Cents;
  readonly creditCents: Cents;
  readonly backings: readonly Backing[];
  readonly loans: readonly Loan[];
}): Bounce<Backing, Loan> {
  const { amountCents, creditCents, backings, loans } = input;
  const fromCreditCents = smallerCents(amountCents, cents(Math.max(0, creditCents)));
  const reopened = take(backings.toSorted(byDay).reverse(), subtractCents(amountCents, fromCreditCents), paidInCents);
  const lastLoansFirst = loans.toSorted((a, b) => b.proposalId - a.proposalId);
  const takenOver = take(lastLoansFirst, reopened.restCents, ({ claimCents }) => claimCents);
  return {
    fromCreditCents,
    reopened: reopened.parts,
    takenOver: takenOver.parts,
    belowZeroCents: takenOver.restCents,
  };
}

/** The part of a backing that came from outside. */
function paidInCents({ amountCents, fromCreditCents, unpaidCents }: OpenBacking): Cents {
  return cents(amountCents - fromCreditCents - unpaidCents);
}

/** The new last day of a backing that is unpaid again (R20.8). */
export function reopenedPayBy(payBy: CalendarDate | null, today: CalendarDate): CalendarDate {
  const earliest = addDays(today, REOPENED_DAYS);
  return payBy !== null && payBy > earliest ? payBy : earliest;
}

/** The common credit of a person that an institution turning to `expected` takes over as its own (R24.8). */
export function movedCreditCents(input: {
  readonly commonCents: Cents;
  /** The sum that its journals put into the common credit of the person, and that they took. */
  readonly putInCents: Cents;
  readonly tookCents: Cents;
}): Cents {
  const { commonCents, putInCents, tookCents } = input;
  return cents(Math.max(ZERO_CENTS, Math.min(commonCents, putInCents - tookCents)));
}
