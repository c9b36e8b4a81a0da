import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { enqueue } from '../../outbox/outbox.ts';

export const CONFIRM_EMAIL_JOB = 'confirm_email';

/** Sends a link to the address that a new account gave. One that is given later gets a code (R17.8). `again` tells a second account of a person who came back from the first. */
export async function askToConfirmEmail(tx: Tx, userId: UserId, now: Date, again = ''): Promise<void> {
  await enqueue(
    tx,
    [{ kind: CONFIRM_EMAIL_JOB, dedupeKey: `confirm_email:${userId}${again}`, payload: { userId } }],
    now,
  );
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
