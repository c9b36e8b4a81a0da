import { DAY_MS } from '@sathi/domain/durations.ts';
import type { Tx } from '../db/db.ts';
import { notificationJobs } from '../features/notifications/notifications.jobs.ts';
import type { JobHandlers } from '../outbox/outbox.ts';
import type { Outside } from '../outside/outside.ts';
import { joinTransaction } from './joined-transaction.ts';

/** Older notifications are too far down to be scrolled to. */
const TOLD_DAYS = 45;
/** Older notifications have been read. */
const UNREAD_DAYS = 4;

/** Rings the bells of the story at the times when they rang. The messages that come of it are settled with all others. */
export async function ringSeededBells(tx: Tx, outside: Pick<Outside, 'secret' | 'config'>, now: Date): Promise<void> {
  let then = now;
  const port = { ...outside, db: joinTransaction(tx), now: () => then };
  const handlers: JobHandlers = notificationJobs(port).handlers;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const jobs = await tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'dedupeKey', 'payload', 'attempts', 'createdAt', 'requestId'])
    .where('kind', 'in', Object.keys(handlers))
    .where('doneAt', 'is', null)
    .where('createdAt', '>', daysAgo(TOLD_DAYS))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const job of jobs) {
    then = job.createdAt;
    await handlers[job.kind]?.(job);
  }
  await tx
    .updateTable('notifications')
    .set((row) => ({ readAt: row.ref('at') }))
    .where('at', '<', daysAgo(UNREAD_DAYS))
    .execute();
}
