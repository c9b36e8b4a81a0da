import { type CalendarDate, calendarDateIn, daytimeIn } from '@sathi/domain/calendar-date.ts';
import { cents } from '@sathi/domain/money.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { formatReference } from '@sathi/domain/references.ts';
import { openThrough, type Reminder, reminderOf } from '@sathi/domain/reminders.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { pageUrl } from '../../delivery/links.ts';
import { formatDay, formatShortDay } from '../../http/sentences.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { sumAsked, wayToPay } from '../money-accounts/channel-answers.ts';
import { listChannels } from '../money-accounts/channels.repository.ts';
import { isHoliday } from '../mfis/holidays.repository.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { mailNewsOfDay } from '../notifications/news-of-day.ts';
import { tellWithin } from '../notifications/tell.ts';
import { tellOfLateLoans } from './late-news.ts';
import {
  claimReminder,
  keepWays,
  listOpenLoans,
  listRemindingMfis,
  type OpenLoan,
  type RemindingMfi,
  setReminded,
} from './loan-reminders.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

const LOANS_AT_ONCE = 200;

/**
 * Reminds borrowers of what is due and of what is late (R27.1), tells backers of what is late for long and mails them the other
 * news of their loans (R27.2), by day at the place of their institution and never on a holiday of it. Each institution is
 * gone through once a day; a fault keeps none of the others from theirs, the run is made again, and nobody hears twice.
 */
export async function remindBorrowers(outside: Port): Promise<void> {
  const { db, now } = outside;
  const waiting = (await listRemindingMfis(db)).filter(({ timeZone, remindedOn }) => {
    const at = now();
    return daytimeIn(timeZone, at) <= at && remindedOn !== calendarDateIn(timeZone, at);
  });
  await doOneByOne(waiting, async (mfi) => {
    const today = calendarDateIn(mfi.timeZone, now());
    if (await isHoliday(db, mfi.mfiId, today)) return false;
    await doOneByOne([remindAll, tellOfLateLoans, mailNewsOfDay], async (part) => {
      await part(outside, mfi, today);
      return true;
    });
    await setReminded(db, mfi.mfiId, today);
    return true;
  });
}

async function remindAll(outside: Port, mfi: RemindingMfi, today: CalendarDate): Promise<void> {
  const due: OpenLoan['proposalId'][] = [];
  let after = 0;
  for (;;) {
    const loans = await listOpenLoans(outside.db, mfi.mfiId, { today, at: outside.now(), after, limit: LOANS_AT_ONCE });
    const last = loans.at(-1);
    if (last === undefined) break;
    const ofPage = loans.filter((loan) => reminderOf({ ...loan, today, graceDays: mfi.graceDays }) !== null);
    due.push(...ofPage.map(({ proposalId }) => proposalId));
    after = last.proposalId;
  }
  await doOneByOne(due, (only) => remind(outside, mfi, { today, only }));
}

type About = { readonly today: CalendarDate; readonly only: OpenLoan['proposalId'] };

/** Judges the loan once more, so that money that came meanwhile counts. */
async function remind({ db, now, secret, config }: Port, mfi: RemindingMfi, { today, only }: About): Promise<boolean> {
  const origin = publicOrigin(config);
  return transaction(db, async (tx) => {
    const [loan] = await listOpenLoans(tx, mfi.mfiId, { today, at: now(), after: 0, limit: 1, only });
    const reminder = loan && reminderOf({ ...loan, today, graceDays: mfi.graceDays });
    if (loan === undefined || !reminder) return false;
    const given = { proposalId: loan.proposalId, dueOn: reminder.dueOn, days: reminder.days };
    const [person] = await listHearers(tx, [loan.ownerId]);
    if (person === undefined || !(await claimReminder(tx, given, { toldAt: now(), toldOn: today }))) return false;
    const [channel] = (await listChannels(tx, mfi.mfiId, today, loan.currency ?? undefined)).filter(
      ({ account }) => account.kind !== 'till',
    );
    const sum = { ...sumOf(loan, reminder), units: mfi };
    const way = wayToPay(channel, sum, person.language, `${origin}/l/${loan.proposalId}`);
    const facts = {
      ...way,
      when: reminder.kind === 'today' && reminder.dueOn < today ? 'past' : reminder.kind,
      day: formatDay(person.language, reminder.dueOn),
      shortDay: formatShortDay(person.language, reminder.dueOn),
      reference: formatReference(loan.reference),
      code: loan.reference,
    };
    const { mfiName } = mfi;
    const byDay = { timeZone: mfi.timeZone, lastOn: today };
    const about = { proposalId: loan.proposalId, ownerId: loan.ownerId, mfiName, byDay };
    const key = `reminder:${loan.proposalId}:${reminder.dueOn}:${reminder.days}`;
    const url = pageUrl(origin, about);
    const hearers = [{ ...person, amountCents: sum.amountCents, local: sumAsked(channel, sum), title: loan.title }];
    const kind = reminder.kind === 'late' ? 'repayment_late' : 'repayment_due';
    await tellWithin(tx, { secret, origin }, kind, { ...about, key, url, facts, hearers }, now());
    await keepWays(tx, given, `${key}:${loan.ownerId}`);
    return true;
  });
}

/** Dollars, and the money of the loan where it has its own. */
function sumOf({ instalments, coveredCents, coveredMinor, currency }: OpenLoan, { throughNumber }: Reminder) {
  const amounts = instalments.map(({ amountCents }) => amountCents);
  const locals = instalments.map(({ localMinor }) => localMinor ?? 0);
  return {
    amountCents: cents(openThrough(amounts, coveredCents, throughNumber)),
    local: currency && { amount: openThrough(locals, coveredMinor, throughNumber) as Minor, currency },
  };
}
