import type { CalendarDate } from './calendar-date.ts';
import { type LocalSum, type Minor, sumsByCurrency } from './local-money.ts';
import { addCents, cents, type Cents, ZERO_CENTS } from './money.ts';
import { type Instalment, instalmentProgress, LATE_BUCKETS, type Lateness, latenessOf } from './repayments.ts';

/** A loan whose money was released, as far as its punctuality goes. */
export type RunningLoan = {
  readonly instalments: readonly Instalment[];
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  /** In the time zone of its MFI. */
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
  /** Of loans more than 30 days late, as a part of all that is outstanding (R11.4). Null while nothing is. */
  readonly par30: number | null;
};

/** The amounts still owed and how late they are (R10.7). Repaid loans count nowhere. */
export function portfolioOf(loans: readonly RunningLoan[]): Portfolio {
  const open = loans
    .map((loan) => ({ ...owedOf(loan), ...loanLateness(loan) }))
    .filter(({ owedCents }) => owedCents > 0);
  const sum = (some: typeof open): Cents => addCents(ZERO_CENTS, ...some.map(({ owedCents }) => owedCents));
  const sums = (some: typeof open) => sumsByCurrency(some.map(({ owed }) => owed));
  const outstandingCents = sum(open);
  const over30 = sum(open.filter(({ daysLate }) => daysLate > 30));
  return {
    loansCount: open.length,
    outstandingCents,
    sums: sums(open),
    buckets: LATE_BUCKETS.map((bucket) => {
      const late = open.filter((loan) => loan.bucket === bucket);
      return { bucket, loansCount: late.length, outstandingCents: sum(late), sums: sums(late) };
    }),
    par30: outstandingCents === 0 ? null : over30 / outstandingCents,
  };
}

function owedOf({ fundedCents, repaidCents, localOutstanding }: RunningLoan) {
  const owedCents = cents(fundedCents - repaidCents);
  const inDollars: LocalSum = { amount: Number(owedCents) as Minor, currency: 'USD' };
  return { owedCents, owed: localOutstanding ?? inDollars };
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
