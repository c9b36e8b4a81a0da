import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { enqueue } from '../../jobs/outbox.ts';

export const CONFIRM_EMAIL_JOB = 'confirm_email';

/** Whoever changes the address again and again must not write to the world. */
const MAILS_PER_DAY = 5;
const DAY_MS = 86_400_000;

/** Sends a link to the address the account has now, at most five a day. */
export async function askToConfirmEmail(tx: Tx, userId: UserId, now: Date): Promise<void> {
  const windowStart = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const { rows } = await sql<{ count: number }>`
    insert into rate_counters as r (key, window_start, count) values (${`confirm-email:${userId}`}, ${windowStart}, 1)
    on conflict (key, window_start) do update set count = r.count + 1 returning count`.execute(tx);
  const count = rows[0]?.count ?? 0;
  if (count > MAILS_PER_DAY) return;
  const dedupeKey = `confirm_email:${userId}:${windowStart.toISOString().slice(0, 10)}:${count}`;
  await enqueue(tx, [{ kind: CONFIRM_EMAIL_JOB, dedupeKey, payload: { userId } }], now);
}

export type AccountEmail = { readonly subject: string; readonly email: string; readonly verifiedAt: Date | null };

/** Holds the account until the transaction ends. */
export async function lockEmailOf(tx: Tx, userId: UserId): Promise<AccountEmail | undefined> {
  const { rows } = await sql<AccountEmail>`
    select i.subject, lower(u.email) as email, i.email_verified_at as "verifiedAt"
    from users u join identities i on i.subject = u.subject where u.id = ${userId} for update of i`.execute(tx);
  return rows[0];
}

export async function setEmailVerified(tx: Tx, subject: string, now: Date): Promise<void> {
  await tx.updateTable('identities').set({ emailVerifiedAt: now }).where('subject', '=', subject).execute();
}
