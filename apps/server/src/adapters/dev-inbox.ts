import type { Outside, SendMessage } from '../outside.ts';

/** Keeps every message in the database instead of sending it. A message that comes twice is kept once. */
export function createDevInbox({ db, now }: Pick<Outside, 'db' | 'now'>): SendMessage {
  return async ({ channel, to, subject, text, html, code, dedupeKey }) => {
    await db
      .insertInto('devInbox')
      .values({ channel, recipient: to, subject, text, html, code: code ?? null, dedupeKey, sentAt: now() })
      .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
      .execute();
  };
}
