import { randomUUID } from 'node:crypto';
import { changedAddresses, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { Asking, Caller, Change } from '../../http/call.ts';
import type { Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { ensureChainKey } from '../chain/chain-keys.repository.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import {
  askForChange,
  findOwnUser,
  orRefuseDuplicate,
  type OwnUserRow,
  refuseTakenAddress,
} from '../identity/asked-addresses.repository.ts';
import { findIdentity, type IdentityRow, isPhoneProven, setIdentityEmail } from '../identity/identities.repository.ts';
import { findTaken, lockEmail, lockPhone, type Taken } from '../identity/sign-ups.repository.ts';
import type { CodeSender } from '../identity/send-code.repository.ts';
import { askToConfirmEmail } from '../invitations/email-confirmations.repository.ts';
import { findOfficeAt } from '../mfis/mfis.repository.ts';
import { acceptOnRegistration, setAccepted } from '../invitations/invitations.repository.ts';
import { comeBack } from '../own-data/coming-back.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';
import { comeAsStaff } from '../staff/staff.repository.ts';
import { findUserBy, insertUser, type LockedUser, setProfile, type UserRow } from './users.repository.ts';
import type { Keyring } from '../../config/secret.ts';

type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly bio: string;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The question of the registration form before it signs up; the same rule as signing up itself (R13.10). */
export async function userExists(
  { db, now }: Pick<Outside, 'db' | 'now'>,
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<Taken> {
  const asked = {
    phone: phone?.trim() ? normalizePhone(phone) : null,
    email: email?.trim() ? normalizeEmail(email) : null,
  };
  // That of an office may stand in for any number of people.
  const isOfOffice = asked.email !== null && (await findOfficeAt(db, asked.email)) !== undefined;
  return findTaken(db, isOfOffice ? { ...asked, email: null } : asked, now());
}

/**
 * The account that gets its profile, its phone locked: its code may be coming in, which then finds the profile, or is found here.
 *
 * @throws RefusalError `not_found` for an unknown subject, `not_permitted` for another caller's, `profile_exists`
 */
export async function accountWithoutProfile(tx: Tx, subject: string, caller: Caller | null): Promise<IdentityRow> {
  if (!UUID.test(subject)) throw new RefusalError('not_found');
  if (caller !== null && caller.subject !== subject.toLowerCase()) throw new RefusalError('not_permitted');
  await lockPhone(tx, found(await findIdentity(tx, subject)).phone);
  const identity = found(await findIdentity(tx, subject));
  if ((await findUserBy(tx, { subject })) !== undefined) throw new RefusalError('profile_exists');
  return identity;
}

/**
 * The one profile of a signed-up subject. Knowing the subject is the right to make it, and the right is used up by that.
 * The phone has to be the one that signed up; the e-mail address given here is the account's from now on, and the one that
 * the code of the sign-up went to, if that was an e-mail (R33.2). That of an office only stands in for one: nothing is sent
 * there and it opens nothing.
 *
 * @throws RefusalError `email_exists`, `invalid_request`
 */
export async function createUser(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  input: {
    readonly profile: Profile;
    readonly language: Language;
    readonly identity: IdentityRow;
    /** The token of an invitation link that led here (R12.3). */
    readonly invitation?: string | undefined;
    readonly keyring: Keyring;
    readonly outside: Pick<Outside, 'secret' | 'config'>;
  },
): Promise<UserRow> {
  const { profile: given, language, identity, invitation, keyring, outside } = input;
  const { subject } = identity;
  const emailOfMfi = (await findOfficeAt(tx, given.email)) ?? null;
  const profile = emailOfMfi === null ? given : { ...given, email: `nobody-${randomUUID()}@nobody.invalid` };

  await lockEmail(tx, profile.email);
  if (identity.phone !== profile.phone) throw invalidField('phone', 'invalid');
  await refuseTakenAddress(tx, { kind: 'email', value: profile.email }, identity.subject, now);
  const made = await orRefuseDuplicate(insertUser(tx, { ...profile, emailOfMfi, language, subject, createdAt: now }));
  const isEmailConfirmed = await setIdentityEmail(tx, subject, emailOfMfi === null ? profile.email : null);
  if (identity.phoneByEmail && !isEmailConfirmed) throw invalidField('email', 'invalid');
  const back = isPhoneProven(identity) ? await comeBack(tx, outside, identity, now) : null;
  if (back !== null) await tellOfSecurity(outside, tx, subject, 'came_back', now);
  const id = back ?? made;
  if (isPhoneProven(identity)) await comeAsStaff(tx, { userId: id, phone: identity.phone }, now);
  if (invitation) await acceptOnRegistration(tx, invitation, id, now);
  if (isEmailConfirmed) await setAccepted(tx, { address: normalizeEmail(profile.email) }, id, now);
  else if (emailOfMfi === null) await askToConfirmEmail(tx, id, now);
  await ensureChainKey(tx, keyring, id, now);
  return found(await findUserBy(tx, { id }));
}

/**
 * Saves the own profile. A changed e-mail address or phone is not in force: it waits for the code that goes there (R17.8),
 * so that a stolen session is not an account and nobody gets a mistyped address.
 * @throws RefusalError `email_exists`, `phone_exists`, `too_many_requests` (R33.2), `invalid_request` for an unknown picture
 */
export async function updateUser(
  sender: CodeSender,
  {
    tx,
    now,
    caller,
    ip,
    language,
    user: before,
  }: Pick<Change, 'tx' | 'now'> &
    Pick<Asking<Endpoint>, 'ip' | 'language'> & {
      readonly caller: Caller;
      readonly user: LockedUser;
    },
  { phone, email, ...profile }: Profile & { readonly language?: Language; readonly profileImage?: string | null },
): Promise<OwnUserRow> {
  const { id } = before;
  const picture = { key: profile.profileImage, before: before.profileImage };
  await refuseUnknownImage(tx, id, { path: 'profileImage', folder: 'profileImages', ...picture });
  for (const address of changedAddresses(before, { email, phone })) {
    await askForChange(sender, tx, { subject: caller.subject, userId: id, ip, language, address, now });
  }
  await setProfile(tx, id, profile);
  return findOwnUser(tx, caller.subject, now);
}
