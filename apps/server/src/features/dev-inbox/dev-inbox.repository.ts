import type { Db } from '../../db/db.ts';

export type KeptMessage = {
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

/** The newest first; to everybody, or to one address. */
export async function listKeptMessages(db: Db, to: string | null): Promise<KeptMessage[]> {
  let query = db
    .selectFrom('devInbox')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'code', 'sentAt'])
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX);
  if (to !== null) query = query.where('recipient', '=', to);
  return query.execute();
}

/** Whether anything is being sent or told right now, for the first time: an event becomes its messages in a job of its own. */
export async function isMessageUnderWay(db: Db, now: Date): Promise<boolean> {
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
