import type { Outside, Deliver } from './outside.ts';

/** Keeps every e-mail and SMS in the database instead of sending it. One that comes twice is kept once. */
export function createDevInbox({ db, realNow }: Pick<Outside, 'db' | 'realNow'>): Deliver {
  return async ({ channel, to, subject, text, html, code, dedupeKey }) => {
    await db
      .insertInto('devInbox')
      .values({ channel, recipient: to, subject, text, html, code: code ?? null, dedupeKey, sentAt: realNow() })
      .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
      .execute();
  };
}
