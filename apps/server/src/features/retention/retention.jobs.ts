import { DAY_MS } from '@sathi/domain/durations.ts';
import { IMPORT_KEPT_DAYS } from '@sathi/domain/imports.ts';
import { NOTIFICATIONS_KEPT_DAYS } from '@sathi/domain/notifications.ts';
import { SLIP_MONTHS } from '@sathi/domain/pictures.ts';
import { FORMER_PHONE_MONTHS, monthsBefore, WORDS_KEPT_MONTHS } from '@sathi/domain/own-data.ts';
import type { Db } from '../../db/db.ts';
import { deleteConversations } from '../messages/deleted-conversations.repository.ts';
import { eraseImportLines } from '../imports/imports.repository.ts';
import { deleteEndedChanges } from '../identity/address-changes.repository.ts';
import { forgetToldSlips } from '../pay-ins/orders.repository.ts';
import { forgetSlips } from '../repayments/payments.repository.ts';
import { reduceDeleted, reduceProposals } from '../proposals/reduced-proposals.repository.ts';
import { forgetStatements } from '../statements/kept-statements.repository.ts';
import { deleteUpdates } from '../updates/deleted-updates.repository.ts';
import { erase } from './erase.repository.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';

const KEPT_DAYS = 30;
/** No limit looks back further than a day, and an attack leaves a counter for each of its networks. */
const COUNTERS_KEPT_DAYS = 2;
/** A visit is counted once a day; the day before is kept for clocks that differ. */
const VISITS_KEPT_DAYS = 1;
/** The days for which a device is remembered, as long as its cookie lasts. */
const DEVICES_KEPT_DAYS = 365;
/**
 * The days for which the conversation, the words and pictures of a proposal, and an update are kept after their
 * deletion (R13.7).
 */
const DELETED_KEPT_DAYS = 183;

type Erased = Readonly<Record<string, number>>;

/** Erases what was kept long enough. The log has how much it was, and never whose (R33.3). */
export function retentionJobs({
  db,
  now,
  realNow,
  log,
}: Pick<Outside, 'db' | 'now' | 'realNow' | 'log'>): Partial<Jobs> {
  const work = async (): Promise<void> => {
    const counts = { ...(await deleteOutdated(db, now())), ...(await deleteSpent(db, realNow())) };
    const erased = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    if (Object.keys(erased).length > 0) log.info({ erased }, 'retention');
  };
  return { schedules: [{ name: 'retention', everyMinutes: 60, work }] };
}

/**
 * Forgets the rows that are kept for 30 days only: idempotency keys, and invitations that ran out with their addresses
 * (R6.3, R13.7); old notifications; the words of loans that were repaid or written off a year ago (R13.6), and of
 * proposals that were deleted half a year ago; phones of former members.
 */
export async function deleteOutdated(db: Db, now: Date): Promise<Erased> {
  const before = daysBefore(now, KEPT_DAYS);
  const deletedBefore = daysBefore(now, DELETED_KEPT_DAYS);
  await deleteEndedChanges(db, now);
  await deleteConversations(db, deletedBefore);
  await deleteUpdates(db, deletedBefore);
  const forgotten = daysBefore(now, NOTIFICATIONS_KEPT_DAYS);
  return {
    idempotencyKeys: await erase(db, 'idempotencyKeys', 'createdAt', before),
    invitationSends: await erase(db, 'invitationSends', 'at', before),
    invitations: await erase(db, 'invitations', 'expiresAt', before),
    deadlineReminders: await erase(db, 'deadlineReminders', 'deadline', before),
    loanNews: await erase(db, 'loanNews', 'toldAt', before),
    dailyMails: await erase(db, 'dailyMails', 'day', dayOf(before)),
    shareVisits: await erase(db, 'shareVisits', 'day', dayOf(daysBefore(now, VISITS_KEPT_DAYS))),
    notifications: await erase(db, 'notifications', 'at', forgotten),
    formerPhones: await erase(db, 'formerPhones', 'closedAt', monthsBefore(now, FORMER_PHONE_MONTHS)),
    ...(await forgetStatements(db, now)),
    slips: await forgetSlips(db, monthsBefore(now, SLIP_MONTHS)),
    toldSlips: await forgetToldSlips(db, monthsBefore(now, SLIP_MONTHS)),
    importLines: await eraseImportLines(db, { enteredBefore: daysBefore(now, IMPORT_KEPT_DAYS) }, now),
    reducedLoans: await reduceProposals(db, monthsBefore(now, WORDS_KEPT_MONTHS), now),
    deletedProposals: await reduceDeleted(db, deletedBefore, now),
  };
}

/**
 * Forgets what ended 30 days ago by the real clock: codes, sessions, counters, finished jobs, deliveries that were given up
 * (R13.7), the development inbox.
 */
export async function deleteSpent(db: Db, realNow: Date): Promise<Erased> {
  const before = daysBefore(realNow, KEPT_DAYS);
  const countersBefore = daysBefore(realNow, COUNTERS_KEPT_DAYS);
  const devicesBefore = daysBefore(realNow, DEVICES_KEPT_DAYS);
  return {
    oneTimeCodes: await erase(db, 'oneTimeCodes', 'expiresAt', before),
    sessions: await erase(db, 'sessions', 'endsAt', before),
    rateCounters: await erase(db, 'rateCounters', 'windowStart', before),
    codeRequests: await erase(db, 'codeRequests', 'expiresAt', before),
    limitCounters: await erase(db, 'limitCounters', 'countedAt', countersBefore),
    knownDevices: await erase(db, 'knownDevices', 'seenAt', devicesBefore),
    factorQuestions: await erase(db, 'factorQuestions', 'expiresAt', before),
    ownDataLinks: await erase(db, 'ownDataLinks', 'expiresAt', realNow),
    devInbox: await erase(db, 'devInbox', 'sentAt', before),
    outbox: await erase(db, 'outbox', 'doneAt', before),
    givenUp: await erase(db, 'outbox', 'failedAt', before),
  };
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS);
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
