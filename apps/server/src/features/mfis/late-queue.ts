import { addDays } from '@sathi/domain/calendar-date.ts';
import { nextStepOf } from '@sathi/domain/contacts.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { loanLateness } from '@sathi/domain/portfolio.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { listLastContacts } from '../contacts/contacts.repository.ts';
import { type DueLoans, listLongestDue } from './portfolio-figures.repository.ts';
import { listQueuedLoans, QUEUE_MAX } from './work-queues.repository.ts';

/**
 * The late ones of these loans, the longest late first and of them the largest (R10.7, R27.3): the first of them, or a page of
 * those that one officer looks after.
 *
 * @throws RefusalError `invalid_request` for a cursor that it did not give
 */
export async function lateQueue(
  db: Db,
  mfiId: MfiId,
  loans: readonly DueLoans[],
  now: Date,
  mine?: { readonly officerId: UserId; readonly cursor?: string | undefined },
) {
  const asked = mine ? { officerId: mine.officerId } : { limit: QUEUE_MAX };
  const late = (await listLongestDue(db, mfiId, asked, now))
    .map((loan) => ({
      proposalId: loan.proposalId,
      amount: outstandingCents(loan),
      daysLate: loanLateness(loan).daysLate,
      today: loan.today,
    }))
    .filter(({ daysLate }) => daysLate > 0);
  const all = loans.reduce((sum, loan) => sum + (loanLateness(loan).daysLate > 0 ? loan.loansCount : 0), 0);
  const { data: shown, nextCursor } = pageOfAll('mine', late, { limit: QUEUE_MAX, cursor: mine?.cursor });
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
  const queue = { count: mine ? late.length : all, oldestAt: entries[0]?.waitingSince ?? null, entries };
  return { late: queue, ...(mine && { nextCursor }) };
}
