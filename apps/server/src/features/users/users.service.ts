import { randomUUID } from 'node:crypto';
import { normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { CallerMemory } from '../../http/viewer.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Caller } from '../../http/call.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Language } from '../../http/language.ts';
import { enqueueMessages } from '../../jobs/messages.ts';
import { emailChanged } from '../../notices/account-notices.ts';
import type { Outside } from '../../outside.ts';
import { found, invalidField, RefusalError } from '../../refusal-error.ts';
import { ensureChainKey, type Keyring } from '../chain/chain-keys.repository.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import {
  deleteAbandoned,
  findIdentity,
  findTaken,
  setIdentityEmail,
  type Taken,
} from '../identity/identities.repository.ts';
import { deleteSessions } from '../identity/sessions.repository.ts';
import { askToConfirmEmail } from '../invitations/email-confirmations.repository.ts';
import { acceptOnRegistration } from '../invitations/invitations.repository.ts';
import { findUserBy, insertUser, lockUser, setProfile, type UserRow } from './users.repository.ts';

export type UsersContext = Pick<Outside, 'db' | 'now' | 'secret'> & {
  readonly callers: Pick<CallerMemory, 'forget'>;
  readonly keyring: Keyring;
};

type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly bio: string;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the registration form asks before it signs up; the same rule as signing up itself (R13.10). */
export async function userExists(
  { db, now }: UsersContext,
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<Taken> {
  const asked = {
    phone: phone?.trim() ? normalizePhone(phone) : null,
    email: email?.trim() ? normalizeEmail(email) : null,
  };
  return findTaken(db, asked, now());
}

/**
 * The one profile of a signed-up subject. Knowing the subject is the right to make it, and the right is used up by that.
 * The phone has to be the one that signed up; the e-mail address given here is the account's from now on.
 *
 * @throws RefusalError `not_found` for an unknown subject, `not_permitted` for another caller's, `profile_exists`,
 *   `email_exists`, `invalid_request`
 */
export async function createUser(
  { db, now, keyring }: UsersContext,
  input: {
    readonly profile: Profile;
    readonly language: Language;
    readonly subject: string;
    /** The token of an invitation link that led here (R12.3). */
    readonly invitation?: string | undefined;
    readonly caller: Caller | null;
    readonly attempt: Attempt;
  },
): Promise<UserRow> {
  const { profile, language, subject, invitation, caller, attempt } = input;
  if (!UUID.test(subject)) throw new RefusalError('not_found');
  if (caller !== null && caller.subject !== subject.toLowerCase()) throw new RefusalError('not_permitted');

  return runOnce(db, attempt, now(), async (tx) => {
    const identity = found(await findIdentity(tx, subject));
    if ((await findUserBy(tx, { subject })) !== undefined) throw new RefusalError('profile_exists');
    if (identity.phone !== profile.phone) throw invalidField('phone', 'invalid');
    await refuseTakenEmail(tx, profile.email, identity.subject, now());
    const id = await orRefuseDuplicate(insertUser(tx, { ...profile, language, subject, createdAt: now() }));
    await setIdentityEmail(tx, subject, profile.email, null);
    if (invitation) await acceptOnRegistration(tx, invitation, id, now());
    await askToConfirmEmail(tx, id, now());
    await ensureChainKey(tx, keyring, id, now());
    return found(await findUserBy(tx, { id }));
  });
}

/**
 * Saves the own profile. The phone stays as it is: it is what one signs in with. A new e-mail address ends the other
 * sessions, is told to the old one, and can reset the password only a day later, so that a stolen session is not an account.
 *
 * @throws RefusalError `not_found` for somebody else, `email_exists`, `invalid_request` for another phone or an unknown picture
 */
export async function updateUser(
  { db, now, secret, callers }: UsersContext,
  input: {
    readonly id: UserId;
    readonly profile: Profile & { language?: Language; profileImage?: string | null };
    readonly caller: Caller;
    readonly attempt: Attempt;
  },
): Promise<UserRow> {
  const { id, caller, attempt } = input;
  if (caller.viewer?.id !== id) throw new RefusalError('not_found');
  const { phone, ...profile } = input.profile;

  const user = await runOnce(db, attempt, now(), async (tx) => {
    const before = found(await lockUser(tx, id));
    if (phone !== before.phone) throw invalidField('phone', 'phone_not_changeable');
    const picture = { key: profile.profileImage, before: before.profileImage };
    await refuseUnknownImage(tx, id, { path: 'profileImage', folder: 'profileImages', ...picture });
    const changesEmail = profile.email !== normalizeEmail(before.email);
    if (changesEmail) await refuseTakenEmail(tx, profile.email, caller.subject, now());
    await orRefuseDuplicate(setProfile(tx, id, profile));
    if (changesEmail) {
      await setIdentityEmail(tx, caller.subject, profile.email, now());
      await askToConfirmEmail(tx, id, now());
      await deleteSessions(tx, caller.subject, caller.sessionId);
      const dedupeKey = `email_changed:${randomUUID()}`;
      const notice = emailChanged(before.language);
      const message = { channel: 'email' as const, to: before.email, ...notice, dedupeKey };
      await enqueueMessages(tx, secret, [{ dedupeKey, message }], now());
    }
    return found(await findUserBy(tx, { id }));
  });
  callers.forget(caller.subject);
  return user;
}

async function refuseTakenEmail(tx: Tx, email: string, exceptSubject: string, now: Date): Promise<void> {
  const { byEmail } = await findTaken(tx, { phone: null, email, exceptSubject }, now);
  if (byEmail) throw new RefusalError('email_exists');
  await deleteAbandoned(tx, email, now);
}

/** Two that came at the same moment: the unique indexes decide. */
async function orRefuseDuplicate<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new RefusalError('email_exists');
    if (isUniqueViolation(error, 'users_phone')) throw new RefusalError('phone_exists');
    if (isUniqueViolation(error)) throw new RefusalError('profile_exists');
    throw error;
  }
}
