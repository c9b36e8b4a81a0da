import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { BACKERS_TOLD_DAYS, lateNewsOf } from '@sathi/domain/late-news.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { pageUrl } from '../../delivery/links.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Hearer, listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { listRunningLoans } from '../portfolio/portfolio.repository.ts';
import { claimLateNews, type LateLoan, listLateLoans } from './late-news.repository.ts';
import type { RemindingMfi } from './loan-reminders.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/**
 * Tells backers of the loans of an institution that are 30 days late now (R27.2): a bell for each loan, and to each person one
 * mail that names all of them, however many turn late on one day.
 */
export async function tellOfLateLoans(outside: Port, mfi: RemindingMfi, today: CalendarDate): Promise<void> {
  const { db, secret, config, now } = outside;
  const running = await listRunningLoans(db, mfi.mfiId);
  const late = running.flatMap((loan) => {
    const dueOn = lateNewsOf({ ...loan, today, graceDays: mfi.graceDays });
    return dueOn === null ? [] : [{ proposalId: loan.proposalId, dueOn }];
  });
  if (late.length === 0) return;
  const origin = publicOrigin(config);
  await transaction(db, async (tx) => {
    const claimed = await claimLateNews(tx, late, today);
    const loans = await listLateLoans(
      tx,
      late.filter(({ proposalId }) => claimed.has(proposalId)),
    );
    const tellings = await tellingsOf(tx, loans, { origin, mfiName: mfi.mfiName });
    for (const { loan, hearers } of tellings) {
      const about = { proposalId: loan.proposalId, ownerId: loan.ownerId, mfiName: mfi.mfiName };
      const key = `loan_late:${loan.proposalId}:${late.find((one) => one.proposalId === loan.proposalId)?.dueOn}`;
      const event = { ...about, key, url: pageUrl(origin, about), hearers };
      await tellWithin(tx, { secret, origin }, 'loan_late', event, now());
    }
  });
}

type Telling = { readonly loan: LateLoan; readonly hearers: readonly Hearer[] };

/** The mail of a person comes with the first of their loans. */
async function tellingsOf(
  tx: Tx,
  loans: readonly LateLoan[],
  { origin, mfiName }: { readonly origin: string; readonly mfiName: string },
): Promise<Telling[]> {
  const ids = [...new Set(loans.flatMap(({ backers }) => backers))];
  if (ids.length === 0) return [];
  const people = new Map((await listHearers(tx, ids)).map((person) => [person.userId, person]));
  const loansOf = (userId: UserId) => loans.filter(({ backers }) => backers.includes(userId));
  return loans.map((loan) => ({
    loan,
    hearers: loan.backers.flatMap((userId) => {
      const person = people.get(userId);
      if (person === undefined) return [];
      const own = loansOf(userId);
      const isFirst = own[0] === loan;
      const count = String(own.length);
      const links = own.map(({ proposalId, title }) => ({ title, url: pageUrl(origin, { mfiName, proposalId }) }));
      const facts = { title: loan.title, count, days: BACKERS_TOLD_DAYS, notes: notesOf(own) };
      return [{ ...person, ...facts, email: isFirst ? person.email : null, ...(own.length > 1 && { links }) }];
    }),
  }));
}

/** The words of the institution, each with the loan that they are about where there are several. */
function notesOf(loans: readonly LateLoan[]): string {
  const noted = loans.filter(({ note }) => note !== '');
  return noted.map(({ title, note }) => (loans.length === 1 ? note : `${title}: ${note}`)).join('\n');
}
