import type { UserId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';

/** One link for each person: a new one ends the one before. */
export async function setLink(
  tx: Tx,
  link: { readonly userId: UserId; readonly tokenHash: string; readonly madeAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, madeAt, expiresAt } = link;
  await tx
    .insertInto('ownDataLinks')
    .values(link)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ tokenHash, madeAt, expiresAt }))
    .execute();
}

/** Ends the link of an account, which opens without a session. */
export async function endLink(tx: Tx, subject: string): Promise<void> {
  const person = tx.selectFrom('users').select('id').where('subject', '=', subject);
  await tx.deleteFrom('ownDataLinks').where('userId', 'in', person).execute();
}

/** The instant until which the link of a person is good; null without a link. */
export async function findLinkEnd(db: Db, userId: UserId, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('ownDataLinks')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

/** The person whose link this is, while it is good. */
export async function findByLink(db: Db, tokenHash: string, now: Date): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('ownDataLinks')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.userId;
}
