import { HOUR_MS } from '@sathi/domain/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { findIdentityWithProvenPhone, type IdentityRow } from './identities.repository.ts';

/** An unconfirmed account keeps its e-mail address from others only this long. */
const UNCONFIRMED_MS = 24 * HOUR_MS;

export type Taken = { readonly byEmail: boolean; readonly byPhone: boolean };

/**
 * Whether a sign-up with these would be refused. A phone is taken once it was confirmed by SMS; an e-mail address also for a day
 * after an unconfirmed sign-up with another phone. `exceptSubject` is the account that asks for itself.
 */
export async function findTaken(
  db: Db,
  asked: { readonly phone: string | null; readonly email: string | null; readonly exceptSubject?: string },
  now: Date,
): Promise<Taken> {
  const isHeld = sql`(i.phone_verified_at is not null or i.created_at > ${abandonedBefore(now)})
    and not (i.phone_verified_at is null and i.phone = coalesce(${asked.phone}::text, ''))
    and i.subject is distinct from ${asked.exceptSubject ?? null}::uuid`;
  const { rows } = await sql<Taken>`select
    exists (select from identities i where i.phone = ${asked.phone}::text and i.phone_verified_at is not null
      and not i.phone_by_email and i.subject is distinct from ${asked.exceptSubject ?? null}::uuid) as "byPhone",
    exists (select from identities i where lower(i.email) = ${asked.email}::text and ${isHeld})
      or exists (select from users u join identities i on i.subject = u.subject
        where lower(u.email) = ${asked.email}::text and ${isHeld}) as "byEmail"`.execute(db);
  return rows[0] as Taken;
}

/** One sign-up at a time for each phone, until the transaction ends. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 1))`.execute(tx);
}

/**
 * One account at a time that takes this e-mail address, which no unique index keeps among sign-ups, until the transaction
 * ends. Taken after {@link lockPhone}.
 */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 2))`.execute(tx);
}

type NewIdentity = Omit<IdentityRow, 'subject' | 'phoneByEmail'> &
  Partial<AcceptedTerms> & { readonly passwordLater?: boolean };

/** The proof that a person accepted the terms with the request that made the account. */
export type AcceptedTerms = { readonly termsVersion: string; readonly termsNetwork: string };

export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<string> {
  const { subject } = await tx.insertInto('identities').values(identity).returning('subject').executeTakeFirstOrThrow();
  return subject;
}

/** Deletes an unconfirmed account, even one that a stranger began. */
export async function deleteUnconfirmed(tx: Tx, by: { readonly phone: string }): Promise<void> {
  await emptyProfiles(tx, sql`i.phone_verified_at is null and i.phone = ${by.phone}`);
  await tx.deleteFrom('identities').where('phone', '=', by.phone).where('phoneVerifiedAt', 'is', null).execute();
}

/** Frees an e-mail address that only abandoned sign-ups hold. */
export async function deleteAbandoned(tx: Tx, email: string, now: Date): Promise<void> {
  const isAbandoned = sql`i.phone_verified_at is null and i.created_at <= ${abandonedBefore(now)}`;
  await emptyProfiles(tx, sql`${isAbandoned} and lower(u.email) = ${email}`);
  await sql`
    delete from identities i where lower(i.email) = ${email} and ${isAbandoned}
      and not exists (select from users u where u.subject = i.subject)`.execute(tx);
}

/**
 * An account that was never confirmed was never signed in to, so nothing hangs on its profile but two empty accounts of
 * the ledger, which never go away. The row stays for them, without its person.
 */
async function emptyProfiles(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  // The invited person who comes along the same link in earnest must find it unused.
  await sql`
    update invitations v set accepted_by = null, accepted_at = null
    from users u join identities i on i.subject = u.subject where v.accepted_by = u.id and ${which}`.execute(tx);
  await sql`
    update users u set subject = null, first_name = '-', last_name = '-', bio = '', profile_image = null,
      phone = 'released ' || u.id, email = 'released-' || u.id || '@nobody.invalid',
      email_of_mfi = null
    from identities i where i.subject = u.subject and ${which}`.execute(tx);
}

/**
 * `subject` is the account that the code was sent for; null when any with the phone will do. Asks for {@link lockPhone}: a
 * phone that somebody has proven meanwhile is not given to another.
 */
export async function setPhoneVerified(
  tx: Tx,
  { phone, subject }: { readonly phone: string; readonly subject: string | null },
  now: Date,
): Promise<boolean> {
  if ((await findIdentityWithProvenPhone(tx, phone)) !== undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ phoneVerifiedAt: now })
    .where('phone', '=', phone)
    .where('phoneVerifiedAt', 'is', null)
    .$if(subject !== null, (query) => query.where('subject', '=', subject))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The code of a sign-up came back from its e-mail address, which is thereby confirmed, while the phone is not (R33.2). */
export async function setConfirmedByEmail(tx: Tx, subject: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ phoneVerifiedAt: now, phoneByEmail: true, emailVerifiedAt: now })
    .where('subject', '=', subject)
    .where('phoneVerifiedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function abandonedBefore(now: Date): Date {
  return new Date(now.getTime() - UNCONFIRMED_MS);
}
