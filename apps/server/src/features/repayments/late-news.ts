import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { BACKERS_TOLD_DAYS, lateNewsOf } from '@sathi/domain/late-news.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { pageUrl } from '../../delivery/links.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Digest, type LoanNews, listDigests, notesOf } from '../notifications/digests.repository.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';
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
    const news = loans.flatMap((loan) => loan.backers.map((userId) => ({ ...loan, userId })));
    const digests = await listDigests(tx, news, { origin, mfiName: mfi.mfiName });
    for (const loan of loans) {
      const hearers = digests
        .filter((digest) => digest.news.some(({ proposalId }) => proposalId === loan.proposalId))
        .map((digest) => hearerOf(digest, loan));
      const about = { proposalId: loan.proposalId, ownerId: loan.ownerId, mfiName: mfi.mfiName };
      const key = `loan_late:${loan.proposalId}:${late.find((one) => one.proposalId === loan.proposalId)?.dueOn}`;
      const event = { ...about, key, url: pageUrl(origin, about), hearers };
      await tellWithin(tx, { secret, origin }, 'loan_late', event, now());
    }
  });
}

/** The mail of a person comes with the first of their loans. */
function hearerOf({ person, first, news, mail }: Digest<LateLoan & LoanNews>, { proposalId, title }: LateLoan): Hearer {
  const { email } = person;
  const facts = { ...mail, title, days: BACKERS_TOLD_DAYS, notes: notesOf(news, ({ note }) => note) };
  return { ...person, ...facts, email: proposalId === first.proposalId ? email : null };
}
