import type { findPortfolio } from '@sathi/contract/portfolio.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, cents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { expectedAfterForgiving, expectedShares, loanLateness, type RunningLoan } from '@sathi/domain/portfolio.ts';
import { instalmentProgress } from '@sathi/domain/repayments.ts';
import type { CreditRow, Holding, ReleasedLoan } from './portfolio.repository.ts';

export function runningLoan(loan: ReleasedLoan, now: Date): RunningLoan {
  return { ...loan, today: calendarDateIn(loan.timeZone, now) };
}

function progressOf({ instalments, repaidCents, today, graceDays }: RunningLoan) {
  return instalmentProgress(instalments, repaidCents, today, graceDays);
}

/** The state of a loan for all people who have money in it. */
export type LoanStanding = { readonly daysLate: number; readonly nextDueOn: CalendarDate | null };

export function standingsOf(loans: readonly ReleasedLoan[], now: Date): Map<ProposalId, LoanStanding> {
  return new Map(
    loans.map((loan) => {
      // A loan that is written off is expected no more (decision 127).
      if (loan.isWrittenOff) return [loan.proposalId, { daysLate: 0, nextDueOn: null }];
      const running = runningLoan(loan, now);
      const next = progressOf(running).find(({ state }) => state !== 'paid');
      return [loan.proposalId, { daysLate: loanLateness(running).daysLate, nextDueOn: next?.dueOn ?? null }];
    }),
  );
}

/** The part of a holding that came back is all that is neither owed nor lost, nor given up. */
export function cameBackCents({ backedCents, owedCents, lostCents, forgivenCents }: Holding): Cents {
  return cents(backedCents - owedCents - lostCents - forgivenCents);
}

/** The days for which a person who came back reads that the money of before is theirs again. */
const WELCOMED_DAYS = 30;

type Figures = {
  readonly userId: UserId;
  readonly holdings: readonly Holding[];
  readonly loans: readonly ReleasedLoan[];
  readonly received: readonly { readonly month: string; readonly amountCents: Cents }[];
  readonly credits: readonly CreditRow[];
  readonly cameBackAt: Date | null;
};

/**
 * One backer's loans and how they come back. The expectation of a month follows the plan, even when payments came ahead
 * or late; the open part of it does not. What is written off is expected no more (decision 127).
 */
export function portfolioAnswer(
  { userId, holdings, loans, received, credits, cameBackAt }: Figures,
  now: Date,
): DataOf<typeof findPortfolio> {
  const standings = standingsOf(loans, now);
  const sum = (pick: (holding: Holding) => Cents) => addCents(ZERO_CENTS, ...holdings.map(pick));
  const lent = sum(({ backedCents }) => backedCents);
  const stillOut = sum(({ owedCents }) => owedCents);
  const lost = sum(({ lostCents }) => lostCents);
  const forgiven = sum(({ forgivenCents }) => forgivenCents);
  const late = sum(({ proposalId, owedCents }) => (standings.get(proposalId)?.daysLate ? owedCents : ZERO_CENTS));
  return {
    lent,
    stillOut,
    late,
    lost,
    forgiven,
    cameBack: sum(cameBackCents),
    credit: addCents(ZERO_CENTS, ...credits.map(({ amountCents }) => amountCents)),
    credits: credits.map(({ mfiId, mfiName, amountCents, leavingCents }) => ({
      mfiId,
      mfiName,
      amount: amountCents,
      leaving: leavingCents,
    })),
    loansCount: holdings.length,
    hasComeBack: cameBackAt !== null && now.getTime() - cameBackAt.getTime() < WELCOMED_DAYS * DAY_MS,
    months: monthsOf({ userId, holdings, loans, received }, now),
  };
}

type Month = DataOf<typeof findPortfolio>['months'][number];

function monthsOf({ userId, holdings, loans, received }: Omit<Figures, 'credits' | 'cameBackAt'>, now: Date) {
  const backed = new Map(holdings.map(({ proposalId, backedCents }) => [proposalId, backedCents]));
  const months = new Map<string, Omit<Month, 'month'>>();
  const at = (month: string) => months.get(month) ?? { expected: ZERO_CENTS, received: ZERO_CENTS, open: ZERO_CENTS };
  for (const loan of loans) {
    const sharesOf = (instalments: ReleasedLoan['instalments']) =>
      loan.given === null
        ? expectedShares({ ...loan, instalments }, backed.get(loan.proposalId) ?? ZERO_CENTS)
        : expectedAfterForgiving({ ...loan, ...loan.given, instalments }, userId);
    // Payments fill the plan in its order (R8.3), and each cent is shared as it comes.
    const progress = progressOf(runningLoan(loan, now));
    const covered = sharesOf(progress.map((instalment) => ({ ...instalment, amountCents: instalment.paidCents })));
    for (const [index, { dueOn, amountCents }] of sharesOf(loan.instalments).entries()) {
      const month = dueOn.slice(0, 7);
      const coveredCents = covered[index]?.amountCents ?? ZERO_CENTS;
      const expectedCents = loan.isWrittenOff ? coveredCents : amountCents;
      months.set(month, {
        ...at(month),
        expected: addCents(at(month).expected, expectedCents),
        open: addCents(at(month).open, subtractCents(expectedCents, coveredCents)),
      });
    }
  }
  for (const { month, amountCents } of received) months.set(month, { ...at(month), received: amountCents });
  return [...months.entries()]
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([month, figures]) => ({ month, ...figures }));
}
