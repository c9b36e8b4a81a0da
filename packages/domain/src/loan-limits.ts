import { cents, type Cents } from './money.ts';
import { loanLateness } from './portfolio.ts';
import { isRepaid, type LoanOfPerson, wasOnTime } from './track-record.ts';

/** The amounts that an institution lends. Null where it sets no bound. */
export type LoanLimits = {
  readonly minimumCents: Cents | null;
  readonly maximumCents: Cents | null;
  /** The most for a person who has not yet repaid a loan on time. */
  readonly firstLoanCents: Cents | null;
  /** The most after that, in hundredths of the largest loan repaid on time. */
  readonly growthPercent: number | null;
};

/** The bounds of growth: standing still, and growing fivefold. */
export const GROWTH_PERCENT_MIN = 100;
export const GROWTH_PERCENT_MAX = 500;

/** Why a person's limit is what it is: nothing repaid yet, the loans repaid so far, or the most for everybody. */
export const LIMIT_REASONS = ['first_loan', 'history', 'maximum'] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/** The bounds of one person's next loan; `reason` is null where there is no upper one. */
export type OwnLimit = {
  readonly minimumCents: Cents | null;
  readonly maximumCents: Cents | null;
  readonly reason: LimitReason | null;
};

/** Whether the limits rise from the smallest loan to the largest, with the first loan between them. */
export function areLimitsInOrder({ minimumCents, firstLoanCents, maximumCents }: LoanLimits): boolean {
  const set = [minimumCents, firstLoanCents, maximumCents].filter((amount) => amount !== null);
  return set.every((amount, index) => index === 0 || (set[index - 1] as Cents) <= amount);
}

/**
 * The bounds of a person's next loan. `loans` are their released ones at all institutions, as the track record counts them.
 */
export function ownLimitOf(limits: LoanLimits, loans: readonly LoanOfPerson[]): OwnLimit {
  const { minimumCents, maximumCents } = limits;
  const earnedCents = earnedLimit(limits, loans);
  if (earnedCents === null || (maximumCents !== null && maximumCents <= earnedCents)) {
    return { minimumCents, maximumCents, reason: maximumCents === null ? null : 'maximum' };
  }
  return { minimumCents, maximumCents: earnedCents, reason: loans.some(isRepaid) ? 'history' : 'first_loan' };
}

/**
 * The most that a person's history allows, never less than a first loan; null for no bound. A loan that is late now
 * lets nothing grow until it is paid up.
 */
function earnedLimit({ firstLoanCents, growthPercent }: LoanLimits, loans: readonly LoanOfPerson[]): Cents | null {
  if (firstLoanCents === null) return null;
  const largest = Math.max(
    0,
    ...loans.filter((loan) => isRepaid(loan) && wasOnTime(loan)).map((loan) => loan.fundedCents),
  );
  if (largest === 0) return firstLoanCents;
  const isLate = loans.some((loan) => !isRepaid(loan) && loanLateness(loan).daysLate > 0);
  if (growthPercent === null && !isLate) return null;
  const percent = isLate ? GROWTH_PERCENT_MIN : (growthPercent ?? GROWTH_PERCENT_MIN);
  return cents(Math.max(firstLoanCents, Math.floor((largest * percent) / 100)));
}

/** An own loan that is later than this pauses lending to its owner (R10.10, R29.4). */
const PAUSED_AFTER_DAYS_LATE = 30;

/** The loan that keeps its owner from publishing another one now, the one with the most days late; null without one. */
export function pausingLoanOf(
  loans: readonly LoanOfPerson[],
): { readonly loan: LoanOfPerson; readonly daysLate: number } | null {
  const late = loans
    .map((loan) => ({ loan, daysLate: isRepaid(loan) ? 0 : loanLateness(loan).daysLate }))
    .filter(({ daysLate }) => daysLate > PAUSED_AFTER_DAYS_LATE);
  return late.toSorted((one, other) => other.daysLate - one.daysLate)[0] ?? null;
}

export type LimitRefusal = 'amount_below_limit' | 'amount_above_limit';

/**
 * Null when an amount is within a person's limits; asked when a proposal becomes public, and when a public one is
 * changed.
 */
export function loanLimitRefusal(amountCents: Cents, { minimumCents, maximumCents }: OwnLimit): LimitRefusal | null {
  if (maximumCents !== null && amountCents > maximumCents) return 'amount_above_limit';
  return minimumCents !== null && amountCents < minimumCents ? 'amount_below_limit' : null;
}
