import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { nextStepOf } from '@sathi/domain/contacts.ts';
import { loanLateness } from '@sathi/domain/portfolio.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { Db } from '../../db/db.ts';
import { listLastContacts } from '../contacts/contacts.repository.ts';
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
      today: calendarDateIn(loan.timeZone, now),
    }))
    .filter(({ daysLate }) => daysLate > 0)
    .toSorted((one, other) => other.daysLate - one.daysLate || other.amount - one.amount);
  const shown = late.slice(0, QUEUE_MAX);
  const ids = shown.map(({ proposalId }) => proposalId);
  const facts = await listQueuedLoans(db, ids);
  const contacts = new Map((await listLastContacts(db, ids)).map((contact) => [contact.proposalId, contact]));
  const factsOf = new Map(facts.map((fact) => [fact.proposalId, fact]));
  const entries = shown.flatMap(({ proposalId, amount, daysLate, today }) => {
    const fact = factsOf.get(proposalId);
    const waitingSince = new Date(now.getTime() - daysLate * DAY_MS);
    const lastContact = contacts.get(proposalId) ?? null;
    const nextStep = nextStepOf(lastContact, addDays(today, -daysLate), today);
    const entry = { amount, daysLate, waitingSince, awaitsAnother: false, lastContact, nextStep };
    return fact === undefined ? [] : [{ ...fact, ...entry }];
  });
  return { count: late.length, oldestAt: entries[0]?.waitingSince ?? null, entries };
}
