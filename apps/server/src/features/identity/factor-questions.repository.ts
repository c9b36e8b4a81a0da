import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** Minutes in which a question can be answered. */
const QUESTION_MINUTES = 10;
const TRIES_MAX = 5;

export type Question = {
  readonly name: string;
  readonly subject: string;
  readonly challenge: string | null;
  readonly sealedSecret: string | null;
};

/** The name of a question of a session, which has one question of each kind at a time. */
export function nameOf(kind: 'prove' | 'add_passkey' | 'add_totp', sessionId: number): string {
  return `${kind}:${sessionId}`;
}

/** Stores a question. A question that is asked anew takes the place of the one of its name. */
export async function putQuestion(
  tx: Db,
  question: Pick<Question, 'name' | 'subject'> &
    Partial<Pick<Question, 'challenge' | 'sealedSecret'>> & { readonly sessionId?: number },
  now: Date,
): Promise<void> {
  const { name, subject, sessionId = null, challenge = null, sealedSecret = null } = question;
  const expiresAt = new Date(now.getTime() + QUESTION_MINUTES * MINUTE_MS);
  await tx
    .insertInto('factorQuestions')
    .values({ name, subject, sessionId, challenge, sealedSecret, expiresAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ challenge, sealedSecret, tries: 0, expiresAt }))
    .execute();
}

/** Gives the question of a sign-in something to sign; its tries stay used. */
export async function setChallenge(db: Db, name: string, challenge: string, now: Date): Promise<void> {
  await db
    .updateTable('factorQuestions')
    .set({ challenge })
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .execute();
}

export async function findQuestion(db: Db, name: string, now: Date): Promise<Question | undefined> {
  return db
    .selectFrom('factorQuestions')
    .select(['name', 'subject', 'challenge', 'sealedSecret'])
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .where('tries', '<', TRIES_MAX)
    .executeTakeFirst();
}

/** Uses up one of five tries, in a statement of its own, so that no refusal takes it back. */
export async function claimQuestion(db: Db, name: string, now: Date): Promise<Question | undefined> {
  const { rows } = await sql<Question>`
    update factor_questions set tries = tries + 1
    where name = ${name} and expires_at > ${now} and tries < ${TRIES_MAX}
    returning name, subject, challenge, sealed_secret as "sealedSecret"`.execute(db);
  return rows[0];
}

/** Ends the questions for the second factor of a sign-in; questions of open sessions stay. */
export async function endSignIns(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('factorQuestions').where('subject', '=', subject).where('sessionId', 'is', null).execute();
}

/** A question is answered once. False when another answer was first. */
export async function takeQuestion(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('factorQuestions').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
