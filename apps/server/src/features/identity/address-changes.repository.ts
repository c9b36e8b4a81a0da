import { ADDRESS_CHANGE_DAYS } from '@sathi/domain/accounts.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Address } from './code-requests.repository.ts';

export type PendingChanges = {
  readonly pendingEmail: string | null;
  readonly pendingPhone: string | null;
  /** Whether the address in force is confirmed, not the pending one. */
  readonly isEmailConfirmed: boolean;
  readonly isPhoneConfirmed: boolean;
};

/** The addresses that an account wants to have; those that nobody confirmed for a week have ended (R33.1). */
export async function findPendingChanges(db: Db, subject: string, now: Date): Promise<PendingChanges> {
  const { rows } = await sql<PendingChanges>`
    select max(c.value) filter (where c.what = 'email') as "pendingEmail",
      max(c.value) filter (where c.what = 'phone') as "pendingPhone",
      coalesce(bool_or(i.email_verified_at is not null), false) as "isEmailConfirmed",
      coalesce(bool_or(i.phone_verified_at is not null and not i.phone_by_email), false) as "isPhoneConfirmed"
    from identities i left join pending_changes c on c.subject = i.subject and c.asked_at > ${endedBefore(now)}
    where i.subject = ${subject}`.execute(db);
  return rows[0] as PendingChanges;
}

export async function findPendingChange(
  db: Db,
  subject: string,
  what: Address['kind'],
  now: Date,
): Promise<Address | undefined> {
  const { pendingEmail, pendingPhone } = await findPendingChanges(db, subject, now);
  const value = what === 'email' ? pendingEmail : pendingPhone;
  return value === null ? undefined : { kind: what, value };
}

/** A new wish takes the place of the one before. */
export async function putPendingChange(tx: Tx, subject: string, address: Address, askedAt: Date): Promise<void> {
  const { kind: what, value } = address;
  await tx
    .insertInto('pendingChanges')
    .values({ subject, what, value, askedAt })
    .onConflict((conflict) => conflict.columns(['subject', 'what']).doUpdateSet({ value, askedAt }))
    .execute();
}

/** @returns whether the change still waited */
export async function deletePendingChange(tx: Tx, subject: string, { kind, value }: Address): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pendingChanges')
    .where('subject', '=', subject)
    .where('what', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteEndedChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pendingChanges').where('askedAt', '<=', endedBefore(now)).execute();
}

export type AccountAddresses = {
  readonly userId: UserId;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly isEmailOfOffice: boolean;
  readonly phone: string;
  readonly isPhoneConfirmed: boolean;
  readonly language: 'en' | 'be' | 'ar';
};

/** Holds the account and its profile until the transaction ends. */
export async function lockAddresses(tx: Tx, subject: string): Promise<AccountAddresses | undefined> {
  const { rows } = await sql<AccountAddresses>`
    select u.id as "userId", u.email, i.email_verified_at is not null as "isEmailConfirmed",
      u.email_of_mfi is not null as "isEmailOfOffice", u.phone, u.language,
      i.phone_verified_at is not null and not i.phone_by_email as "isPhoneConfirmed"
    from users u join identities i on i.subject = u.subject where i.subject = ${subject}
    for no key update of u for update of i`.execute(tx);
  return rows[0];
}

/**
 * The account has this address from now on, and has proven it.
 * @throws a unique violation when somebody else was first
 */
export async function setAddress(
  tx: Tx,
  subject: string,
  { userId }: Pick<AccountAddresses, 'userId'>,
  { kind, value }: Address,
  now: Date,
): Promise<void> {
  const isEmail = kind === 'email';
  await tx
    .updateTable('users')
    .set(isEmail ? { email: value, emailOfMfi: null } : { phone: value })
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('identities')
    .set(
      isEmail
        ? { email: value, emailChangedAt: now, emailVerifiedAt: now }
        : { phone: value, phoneVerifiedAt: now, phoneByEmail: false },
    )
    .where('subject', '=', subject)
    .execute();
}

function endedBefore(now: Date): Date {
  return new Date(now.getTime() - ADDRESS_CHANGE_DAYS * DAY_MS);
}
