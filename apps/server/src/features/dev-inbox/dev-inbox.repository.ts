import type { Db } from '../../db/db.ts';

export type KeptDelivery = {
  readonly id: number;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code: string | null;
  readonly sentAt: Date;
};

const SHOWN_MAX = 100;

/** The newest first; to all addresses, or to one. */
export async function listKept(db: Db, to: string | null): Promise<KeptDelivery[]> {
  let query = db
    .selectFrom('devInbox')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'code', 'sentAt'])
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX);
  if (to !== null) query = query.where('recipient', '=', to);
  return query.execute();
}

/**
 * Whether a message is being sent, or an event told, right now for the first time: an event becomes its mails and SMS
 * in a job of its own.
 */
export async function isSendingUnderWay(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('doneAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('lastError', 'is', null)
    .where('createdAt', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}
