import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';

/** A user as they see themselves. `username` is the subject of the account. */
export type UserRow = {
  readonly id: UserId;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** The one that mail goes to; for a person without an address it takes none. {@link shownUser} has the one to show. */
  readonly email: string;
  /** The address of the office that stands in for theirs; null for a person with one of their own. */
  readonly officeEmail: string | null;
  readonly bio: string;
  readonly profileImage: string | null;
  readonly publicAddress: string | null;
  readonly language: Language;
  readonly userMfis: Array<{ mfiId: MfiId; mfiName: string }>;
  readonly managerOf: MfiId[];
  /** The instant until which nothing is paid out to them, as staff have changed their phone (R33.4). */
  readonly payoutsRestUntil: Date | null;
};

export async function findUserBy(
  db: Db,
  by: { readonly id: UserId } | { readonly subject: string },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select u.id, u.subject as "username", u.first_name as "firstName", u.last_name as "lastName", u.phone, u.email, u.bio,
      (select o.email from mfis o where o.id = u.email_of_mfi) as "officeEmail",
      u.profile_image as "profileImage", u.public_address as "publicAddress", u.language,
      u.payouts_rest_until as "payoutsRestUntil",
      coalesce((
        select jsonb_agg(jsonb_build_object('mfiId', m.id, 'mfiName', m.name) order by m.id)
        from mfi_staff s join mfis m on m.id = s.mfi_id where s.user_id = u.id
      ), '[]') as "userMfis",
      coalesce((
        select array_agg(s.mfi_id order by s.mfi_id) from mfi_staff s where s.user_id = u.id and s.role = 'manager'
      ), '{}') as "managerOf"
    from users u
    where ${'id' in by ? sql`u.id = ${by.id}` : sql`u.subject = ${by.subject}::uuid`}`.execute(db);
  return rows[0];
}

export type Shown<Row> = Row & { readonly isEmailOfOffice: boolean };

/** A user with the address that they see as theirs, which may be that of their office. */
export function shownUser<Row extends Pick<UserRow, 'email' | 'officeEmail'>>(user: Row): Shown<Row> {
  return { ...user, email: user.officeEmail ?? user.email, isEmailOfOffice: user.officeEmail !== null };
}

type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly bio: string;
  readonly language: Language;
};

/** @throws a unique violation for the subject, the phone or the e-mail address */
export async function insertUser(
  tx: Tx,
  user: Profile & { subject: string; createdAt: Date; emailOfMfi?: MfiId | null },
): Promise<UserId> {
  const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setProfile(
  tx: Tx,
  id: UserId,
  profile: Partial<Omit<Profile, 'phone' | 'email'>> & { profileImage?: string | null },
): Promise<void> {
  await tx.updateTable('users').set(profile).where('id', '=', id).execute();
}

/** The columns of a user that are read before changing them. */
export type LockedUser = {
  readonly id: UserId;
  readonly phone: string;
  /** The one that is shown. */
  readonly email: string;
  readonly language: Language;
  readonly profileImage: string | null;
};

/**
 * Locks a user, but not against foreign keys, by whose lock each change holds the row of its viewer: else two changes
 * of one person would wait for each other.
 */
export async function lockUser(tx: Tx, id: UserId): Promise<LockedUser | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'phone', 'language', 'profileImage'])
    .select(sql<string>`coalesce((select o.email from mfis o where o.id = email_of_mfi), email)`.as('email'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
