import { HOUR_MS } from '@sathi/domain/durations.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { endSignIns } from './factor-questions.repository.ts';
import type { Address } from './code-requests.repository.ts';

export type IdentityRow = {
  readonly subject: string;
  readonly phone: string;
  readonly email: string | null;
  readonly passwordHash: string;
  /** When the account was confirmed. This proves the phone too, unless the code went by e-mail (R33.2). */
  readonly phoneVerifiedAt: Date | null;
  readonly phoneByEmail: boolean;
  readonly mustChangePassword: boolean;
  readonly createdAt: Date;
};
const COLUMNS = [
  'subject',
  'phone',
  'email',
  'passwordHash',
  'phoneVerifiedAt',
  'phoneByEmail',
  'mustChangePassword',
  'createdAt',
] as const;

/** Milliseconds after its change before an e-mail address can reset the password. */
const CHANGED_EMAIL_MS = 24 * HOUR_MS;

/** Whether the owner of the phone has confirmed it; else it gives no right and gets no SMS (R33.2). */
export function isPhoneProven({
  phoneVerifiedAt,
  phoneByEmail,
}: Pick<IdentityRow, 'phoneVerifiedAt' | 'phoneByEmail'>) {
  return phoneVerifiedAt !== null && !phoneByEmail;
}

/** The account that has proven the phone first, then those confirmed by e-mail, then a sign-up that waits for its code. */
function byPhone(db: Db, phone: string) {
  return db
    .selectFrom('identities')
    .select(COLUMNS)
    .where('phone', '=', phone)
    .orderBy(sql`phone_verified_at is null`)
    .orderBy('phoneByEmail')
    .orderBy('phoneVerifiedAt')
    .limit(1);
}

export async function findIdentityWithProvenPhone(db: Db, phone: string): Promise<IdentityRow | undefined> {
  const [first] = await byPhone(db, phone).execute();
  return first !== undefined && isPhoneProven(first) ? first : undefined;
}

/** The sign-up that waits for a code to this phone. */
export async function findUnconfirmed(db: Db, phone: string): Promise<IdentityRow | undefined> {
  return byPhone(db, phone).where('phoneVerifiedAt', 'is', null).executeTakeFirst();
}

export async function findIdentity(db: Db, subject: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identities').select(COLUMNS).where('subject', '=', subject).executeTakeFirst();
}

/** The account that signs in under this name: an e-mail address counts once it was confirmed (R33.2). */
export async function findSignIn(db: Db, { kind, value }: Address): Promise<IdentityRow | undefined> {
  return (kind === 'phone' ? byPhone(db, value) : byConfirmedEmail(db, value)).executeTakeFirst();
}

function byConfirmedEmail(db: Db, email: string) {
  return db
    .selectFrom('identities')
    .select(COLUMNS)
    .where(sql`lower(email)`, '=', email)
    .where('emailVerifiedAt', 'is not', null)
    .where('phoneVerifiedAt', 'is not', null)
    .orderBy('emailVerifiedAt')
    .limit(1);
}

/** The account, locked; undefined also when its password is no longer the one that was checked. */
export async function lockIdentityWithPassword(
  tx: Tx,
  { subject, passwordHash }: Pick<IdentityRow, 'subject' | 'passwordHash'>,
): Promise<IdentityRow | undefined> {
  return tx
    .selectFrom('identities')
    .select(COLUMNS)
    .where('subject', '=', subject)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The account whose password a code to this address may reset. An e-mail address counts once it was confirmed (R33.2), and
 * one that was changed a day later. A phone counts unless it was confirmed by e-mail only.
 */
export async function findResettable(db: Db, address: Address, now: Date): Promise<IdentityRow | undefined> {
  if (address.kind === 'phone') return byPhone(db, address.value).where('phoneByEmail', '=', false).executeTakeFirst();
  return byConfirmedEmail(db, address.value)
    .where((where) =>
      where.or([
        where('emailChangedAt', 'is', null),
        where('emailChangedAt', '<=', new Date(now.getTime() - CHANGED_EMAIL_MS)),
      ]),
    )
    .executeTakeFirst();
}

/** Sets the new password and ends every sign-in that was begun with the one before. */
export async function setPassword(tx: Tx, subject: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('identities')
    .set({
      passwordHash,
      mustChangePassword: false,
      passwordLater: false,
    })
    .where('subject', '=', subject)
    .execute();
  await tx.deleteFrom('oneTimeCodes').where('recipient', '=', subject).where('purpose', '=', 'new_password').execute();
  await endSignIns(tx, subject);
}

/** Another one-time password for an account nobody has signed in to yet; its days count anew. */
export async function setOneTimePassword(tx: Tx, subject: string, passwordHash: string, now: Date): Promise<void> {
  await tx.updateTable('identities').set({ passwordHash, createdAt: now }).where('subject', '=', subject).execute();
}

/**
 * Sets the address of a new profile, null for none; it is unproven until a code or link sent there comes back.
 * @returns whether the code of the sign-up has proven it already
 */
export async function setIdentityEmail(tx: Tx, subject: string, email: string | null): Promise<boolean> {
  const { emailVerifiedAt } = await tx
    .updateTable('identities')
    .set({
      email,
      emailVerifiedAt: sql<Date | null>`case when lower(email) = lower(${email}::text) then email_verified_at end`,
    })
    .where('subject', '=', subject)
    .returning('emailVerifiedAt')
    .executeTakeFirstOrThrow();
  return emailVerifiedAt !== null;
}
