import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Address } from './one-time-codes.repository.ts';

export type IdentityRow = {
  readonly subject: string;
  readonly phone: string;
  readonly email: string | null;
  readonly passwordHash: string;
  readonly phoneVerifiedAt: Date | null;
  readonly mustChangePassword: boolean;
};
const COLUMNS = ['subject', 'phone', 'email', 'passwordHash', 'phoneVerifiedAt', 'mustChangePassword'] as const;

/** An account that nobody confirmed keeps its e-mail address from others only this long. */
const UNCONFIRMED_HOURS = 24;
/** A changed e-mail address can reset the password only after this long. */
const CHANGED_EMAIL_HOURS = 24;

export async function findIdentityByPhone(db: Db, phone: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identities').select(COLUMNS).where('phone', '=', phone).executeTakeFirst();
}

export async function findIdentity(db: Db, subject: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identities').select(COLUMNS).where('subject', '=', subject).executeTakeFirst();
}

/** Also finds nothing when the password is no longer the one that was checked. */
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

/** Whose password a code to this address may reset. An e-mail address counts for confirmed accounts only. */
export async function findResettable(db: Db, address: Address, now: Date): Promise<IdentityRow | undefined> {
  if (address.kind === 'phone') return findIdentityByPhone(db, address.value);
  return db
    .selectFrom('identities')
    .select(COLUMNS)
    .where(sql`lower(email)`, '=', address.value)
    .where('phoneVerifiedAt', 'is not', null)
    .where((where) =>
      where.or([
        where('emailChangedAt', 'is', null),
        where('emailChangedAt', '<=', hoursBefore(now, CHANGED_EMAIL_HOURS)),
      ]),
    )
    .orderBy('phoneVerifiedAt')
    .limit(1)
    .executeTakeFirst();
}

export type Taken = { readonly byEmail: boolean; readonly byPhone: boolean };

/**
 * Whether a sign-up with these would be refused. A phone is taken once it was confirmed; an e-mail address also for a day
 * after an unconfirmed sign-up with another phone. `exceptSubject` is the account that asks for itself.
 */
export async function findTaken(
  db: Db,
  asked: { readonly phone: string | null; readonly email: string | null; readonly exceptSubject?: string },
  now: Date,
): Promise<Taken> {
  const isHeld = sql`(i.phone_verified_at is not null or i.created_at > ${hoursBefore(now, UNCONFIRMED_HOURS)})
    and not (i.phone_verified_at is null and i.phone = coalesce(${asked.phone}::text, ''))
    and i.subject is distinct from ${asked.exceptSubject ?? null}::uuid`;
  const { rows } = await sql<Taken>`select
    exists (select from identities i where i.phone = ${asked.phone}::text and i.phone_verified_at is not null
      and i.subject is distinct from ${asked.exceptSubject ?? null}::uuid) as "byPhone",
    exists (select from identities i where lower(i.email) = ${asked.email}::text and ${isHeld})
      or exists (select from users u join identities i on i.subject = u.subject
        where lower(u.email) = ${asked.email}::text and ${isHeld}) as "byEmail"`.execute(db);
  return rows[0] as Taken;
}

/** One sign-up at a time for each phone, until the transaction ends. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 1))`.execute(tx);
}

export async function insertIdentity(
  tx: Tx,
  identity: Omit<IdentityRow, 'subject'> & { readonly createdAt: Date },
): Promise<string> {
  const { subject } = await tx.insertInto('identities').values(identity).returning('subject').executeTakeFirstOrThrow();
  return subject;
}

/** Takes an account away that nobody confirmed, whoever began it. */
export async function deleteUnconfirmed(tx: Tx, by: { readonly phone: string }): Promise<void> {
  await emptyProfiles(tx, sql`i.phone_verified_at is null and i.phone = ${by.phone}`);
  await tx.deleteFrom('identities').where('phone', '=', by.phone).where('phoneVerifiedAt', 'is', null).execute();
}

/** Frees an e-mail address that only abandoned sign-ups hold. */
export async function deleteAbandoned(tx: Tx, email: string, now: Date): Promise<void> {
  const isAbandoned = sql`i.phone_verified_at is null and i.created_at <= ${hoursBefore(now, UNCONFIRMED_HOURS)}`;
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
  // Whoever comes along the same link in earnest must find it unused.
  await sql`
    update invitations v set accepted_by = null, accepted_at = null
    from users u join identities i on i.subject = u.subject where v.accepted_by = u.id and ${which}`.execute(tx);
  await sql`
    update users u set subject = null, first_name = '-', last_name = '-', bio = '', profile_image = null,
      phone = 'released ' || u.id, email = 'released-' || u.id || '@nobody.invalid'
    from identities i where i.subject = u.subject and ${which}`.execute(tx);
}

export async function setPhoneVerified(tx: Tx, phone: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ phoneVerifiedAt: now })
    .where('phone', '=', phone)
    .where('phoneVerifiedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPassword(
  tx: Tx,
  subject: string,
  passwordHash: string,
  verified: { readonly phoneAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({
      passwordHash,
      mustChangePassword: false,
      ...(verified && { phoneVerifiedAt: sql<Date>`coalesce(phone_verified_at, ${verified.phoneAt})` }),
    })
    .where('subject', '=', subject)
    .execute();
}

/** A new address is nobody's until something sent there comes back. */
export async function setIdentityEmail(tx: Tx, subject: string, email: string, changedAt: Date | null): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ email, emailChangedAt: changedAt, emailVerifiedAt: null })
    .where('subject', '=', subject)
    .execute();
}

function hoursBefore(instant: Date, hours: number): Date {
  return new Date(instant.getTime() - hours * 3_600_000);
}
