import { NOTIFICATIONS_KEPT_DAYS } from '@sathi/domain/notifications.ts';
import type { Db } from '../db/db.ts';
import { deleteConversations } from '../features/messages/deleted-conversations.repository.ts';
import { deleteLogs } from '../features/updates/deleted-logs.repository.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** Of what was deleted: the conversation, the log and the album of a proposal, an update (R13.7). */
const DELETED_KEPT_DAYS = 183;

/**
 * Forgets what is kept for 30 days only: idempotency keys, codes, ended sessions, counters, finished jobs, and invitations that
 * ran out with whom they were sent to (R6.3, R13.7); and old notifications.
 */
export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
  await db.deleteFrom('oneTimeCodes').where('expiresAt', '<', before).execute();
  await db.deleteFrom('sessions').where('endsAt', '<', before).execute();
  await db.deleteFrom('rateCounters').where('windowStart', '<', before).execute();
  await db.deleteFrom('invitationSends').where('at', '<', before).execute();
  await db.deleteFrom('invitations').where('acceptedAt', 'is', null).where('expiresAt', '<', before).execute();
  await db.deleteFrom('deadlineReminders').where('deadline', '<', before).execute();
  await db.deleteFrom('dailyMails').where('day', '<', before.toISOString().slice(0, 10)).execute();
  await db.deleteFrom('devInbox').where('sentAt', '<', before).execute();
  const deletedBefore = new Date(now.getTime() - DELETED_KEPT_DAYS * DAY_MS);
  await deleteConversations(db, deletedBefore);
  await deleteLogs(db, deletedBefore);
  const forgotten = new Date(now.getTime() - NOTIFICATIONS_KEPT_DAYS * DAY_MS);
  await db.deleteFrom('notifications').where('at', '<', forgotten).execute();
  // Jobs that told of a proposal's event stay: the audit holds each event against its job.
  await db.deleteFrom('outbox').where('doneAt', '<', before).where('kind', '<>', 'proposal_event').execute();
}
