import type { MfiId } from '@sathi/domain/ids.ts';
import { addCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { loanLateness, portfolioOf } from '@sathi/domain/portfolio.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { expect } from 'vitest';
import type { Db } from '../db/db.ts';
import { lateQueue } from '../features/mfis/late-queue.ts';
import { listDueLoans } from '../features/mfis/portfolio-figures.repository.ts';
import { runningLoan } from '../features/portfolio/portfolio-answers.ts';
import { listRunningLoans } from '../features/portfolio/portfolio.repository.ts';

/** Days after a moment, around which lateness and its buckets begin. */
const DAYS = [0, 28, 29, 30, 36, 59, 60, 90, 150, 400, 2_000];

async function kept(db: Db, mfiId: MfiId, now: Date) {
  const due = await listDueLoans(db, mfiId, now);
  const loans = due.filter(({ isWrittenOff }) => !isWrittenOff);
  const { late } = await lateQueue(db, mfiId, loans, now);
  return {
    portfolio: portfolioOf(loans),
    writtenOff: addCents(ZERO_CENTS, ...due.filter(({ isWrittenOff }) => isWrittenOff).map(outstandingCents)),
    late: late.entries.map(({ proposalId, amount, daysLate }) => ({ proposalId, amount, daysLate })),
    lateCount: late.count,
  };
}

/** The same from each loan, its plan and its payments. */
async function counted(db: Db, mfiId: MfiId, now: Date): Promise<Awaited<ReturnType<typeof kept>>> {
  const running = await listRunningLoans(db, mfiId);
  const loans = running.filter(({ isWrittenOff }) => !isWrittenOff);
  const late = loans
    .map((loan) => ({
      proposalId: loan.proposalId,
      amount: outstandingCents(loan),
      daysLate: loanLateness(runningLoan(loan, now)).daysLate,
    }))
    .filter(({ daysLate }) => daysLate > 0)
    .toSorted((one, other) => other.daysLate - one.daysLate || other.amount - one.amount);
  return {
    portfolio: portfolioOf(loans.map((loan) => runningLoan(loan, now))),
    writtenOff: addCents(ZERO_CENTS, ...running.filter(({ isWrittenOff }) => isWrittenOff).map(outstandingCents)),
    late: late.slice(0, 50),
    lateCount: late.length,
  };
}

/** The kept portfolio of an institution is that of its loans, now and later. @returns the last one */
export async function comparePortfolios(db: Db, mfiId: MfiId, from: Date) {
  for (const days of DAYS) {
    const now = new Date(from.getTime() + days * 86_400_000);
    expect(await kept(db, mfiId, now), `${days} days later`).toEqual(await counted(db, mfiId, now));
  }
  return kept(db, mfiId, new Date(from.getTime() + 2_000 * 86_400_000));
}
