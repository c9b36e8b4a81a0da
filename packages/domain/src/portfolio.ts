import type { CalendarDate } from './calendar-date.ts';
import { type LocalSum, type Minor, sumsByCurrency } from './local-money.ts';
import { addCents, cents, type Cents, ZERO_CENTS } from './money.ts';
import {
  type Claim,
  type Instalment,
  instalmentProgress,
  LATE_BUCKETS,
  type Lateness,
  latenessOf,
  outstandingCents,
} from './repayments.ts';
import { shareHistory, type SharingEvent } from './sharing.ts';

/** A loan whose money was released, as far as its punctuality goes. */
export type RunningLoan = {
  readonly instalments: readonly Instalment[];
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly forgivenCents: Cents;
  /** The day it is in the time zone of its MFI. */
  readonly today: CalendarDate;
  readonly graceDays: number;
  /** The rest of its local instalments; null for a loan in dollars. */
  readonly localOutstanding?: LocalSum | null;
};

/** How late a loan is; every screen and file asks this one function (R10.7). */
export function loanLateness({ instalments, repaidCents, today, graceDays }: RunningLoan): Lateness {
  return latenessOf(instalmentProgress(instalments, repaidCents, today, graceDays), today);
}

export type Portfolio = {
  readonly loansCount: number;
  readonly outstandingCents: Cents;
  /** The same as people owe it, each money by itself (R23.7). */
  readonly sums: LocalSum[];
  readonly buckets: ReadonlyArray<{
    readonly bucket: (typeof LATE_BUCKETS)[number];
    readonly loansCount: number;
    readonly outstandingCents: Cents;
    readonly sums: LocalSum[];
  }>;
  /**
   * The part of the outstanding money that is in loans more than 30 days late (R11.4); null while none is outstanding.
   */
  readonly par30: number | null;
};

/**
 * The amounts still owed and how late they are (R10.7). Repaid loans count nowhere. Loans that are alike may come as one, with
 * their number and what they owe together.
 */
export function portfolioOf(loans: ReadonlyArray<RunningLoan & { readonly loansCount?: number }>): Portfolio {
  const open = loans
    .map((loan) => ({ ...owedOf(loan), ...loanLateness(loan), loansCount: loan.loansCount ?? 1 }))
    .filter(({ owedCents }) => owedCents > 0);
  const sum = (some: typeof open): Cents => addCents(ZERO_CENTS, ...some.map(({ owedCents }) => owedCents));
  const count = (some: typeof open) => some.reduce((total, { loansCount }) => total + loansCount, 0);
  const sums = (some: typeof open) => sumsByCurrency(some.map(({ owed }) => owed));
  const owedCents = sum(open);
  const over30 = sum(open.filter(({ daysLate }) => daysLate > 30));
  return {
    loansCount: count(open),
    outstandingCents: owedCents,
    sums: sums(open),
    buckets: LATE_BUCKETS.map((bucket) => {
      const late = open.filter((loan) => loan.bucket === bucket);
      return { bucket, loansCount: count(late), outstandingCents: sum(late), sums: sums(late) };
    }),
    par30: owedCents === 0 ? null : over30 / owedCents,
  };
}

function owedOf(loan: RunningLoan) {
  const owedCents = outstandingCents(loan);
  const inDollars: LocalSum = { amount: Number(owedCents) as Minor, currency: 'USD' };
  return { owedCents, owed: loan.localOutstanding ?? inDollars };
}

/** One backer's share of each instalment, by the rule that shares payments (R9.1). `backedCents` is theirs. */
export function expectedShares(
  { instalments, fundedCents }: Pick<RunningLoan, 'instalments' | 'fundedCents'>,
  backedCents: Cents,
): { readonly dueOn: CalendarDate; readonly amountCents: Cents }[] {
  let paid = 0n;
  return instalments.map(({ dueOn, amountCents }) => {
    const before = (paid * BigInt(backedCents)) / BigInt(fundedCents);
    paid += BigInt(amountCents);
    return { dueOn, amountCents: cents(Number((paid * BigInt(backedCents)) / BigInt(fundedCents) - before)) };
  });
}

/** A loan of which claims were given up: what each brought, and each claim with what was paid back until then. */
export type LoanWithForgiving<Backer> = Pick<RunningLoan, 'instalments'> & {
  readonly weights: readonly Claim<Backer>[];
  readonly forgivings: ReadonlyArray<{ readonly by: Backer; readonly amountCents: Cents; readonly repaidCents: Cents }>;
};

/** As {@link expectedShares}, where claims were given up: who gave theirs up expects no more, the others all of the rest (R22.9). */
export function expectedAfterForgiving<Backer>(
  { instalments, weights, forgivings }: LoanWithForgiving<Backer>,
  backer: Backer,
): { readonly dueOn: CalendarDate; readonly amountCents: Cents }[] {
  const events: SharingEvent<Backer>[] = [];
  const waiting = [...forgivings];
  let [planned, before] = [0, 0];
  return instalments.map(({ dueOn, amountCents }) => {
    const until = planned + amountCents;
    while (waiting[0] !== undefined && waiting[0].repaidCents < until) {
      const { by, amountCents: given, repaidCents } = waiting.shift()!;
      events.push({ paidCents: cents(repaidCents - planned) }, { forgiven: { by, amountCents: given } });
      planned = repaidCents;
    }
    events.push({ paidCents: cents(until - planned) });
    planned = until;
    const came = shareHistory(weights, events).came.get(backer) ?? 0;
    const share = { dueOn, amountCents: cents(came - before) };
    before = came;
    return share;
  });
}
