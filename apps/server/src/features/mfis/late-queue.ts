import { loanLateness } from '@sathi/domain/portfolio.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { Db } from '../../db/db.ts';
import { runningLoan } from '../portfolio/portfolio-answers.ts';
import type { ReleasedLoan } from '../portfolio/portfolio.repository.ts';
import { listQueuedLoans, QUEUE_MAX } from './work-queues.repository.ts';

const DAY_MS = 86_400_000;

/** The late ones of these loans, the longest late first and of them the largest (R10.7, R27.3). */
export async function lateQueue(db: Db, loans: readonly ReleasedLoan[], now: Date) {
  const late = loans
    .map((loan) => ({
      proposalId: loan.proposalId,
      amount: outstandingCents(loan),
      daysLate: loanLateness(runningLoan(loan, now)).daysLate,
    }))
    .filter(({ daysLate }) => daysLate > 0)
    .toSorted((one, other) => other.daysLate - one.daysLate || other.amount - one.amount);
  const shown = late.slice(0, QUEUE_MAX);
  const facts = await listQueuedLoans(
    db,
    shown.map(({ proposalId }) => proposalId),
  );
  const factsOf = new Map(facts.map((fact) => [fact.proposalId, fact]));
  const entries = shown.flatMap(({ proposalId, amount, daysLate }) => {
    const fact = factsOf.get(proposalId);
    const waitingSince = new Date(now.getTime() - daysLate * DAY_MS);
    return fact === undefined ? [] : [{ ...fact, amount, waitingSince, awaitsAnother: false }];
  });
  return { count: late.length, oldestAt: entries[0]?.waitingSince ?? null, entries };
}
