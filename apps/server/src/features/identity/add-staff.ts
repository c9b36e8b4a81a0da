import { randomInt, randomUUID } from 'node:crypto';
import { isEmail, isPhone, NAME_LENGTH_MAX, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { STAFF_ROLES } from '@sathi/domain/staff.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { Db } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { transaction } from '../../db/transaction.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { insertAuditRow } from '../../http/audit-log.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import { findMfiNamed } from '../mfis/mfis.repository.ts';
import { insertUser } from '../users/users.repository.ts';
import { findIdentityWithProvenPhone, setOneTimePassword } from './identities.repository.ts';
import { deleteUnconfirmed, insertIdentity, lockPhone } from './sign-ups.repository.ts';
import { createPasswords } from './passwords.ts';
import { deleteSessions } from './sessions.repository.ts';

/** Without signs that look alike, because the password is read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 14;

export type NewStaff = {
  readonly mfi: string;
  readonly phone: string;
  readonly name: string;
  readonly email?: string | undefined;
  /** A manager unless said otherwise (R34.4). */
  readonly role?: string | undefined;
};

/** `password` is null when the person had an account already, which keeps its own. */
export type AddedStaff = { readonly mfiName: string; readonly phone: string; readonly password: string | null };

/**
 * Makes a person staff of an institution. A new account gets a one-time password, and signing in with it asks for
 * another, for seven days; running this again gives an account that was never signed in to a new one. Every session of an
 * account that exists ends.
 * @throws StartupError naming the option to correct
 */
export async function addStaff(db: Db, staff: NewStaff, now: Date): Promise<AddedStaff> {
  const { phone, email, role, firstName, lastName } = readStaff(staff);
  const mfi = await findMfiNamed(db, staff.mfi.trim());
  if (!mfi) throw new StartupError(`--mfi names no institution: ${staff.mfi}`);
  const password = newPassword();
  const passwordHash = await createPasswords().hash(password);

  return transaction(db, async (tx) => {
    await lockPhone(tx, phone);
    await deleteUnconfirmed(tx, { phone });
    const known = await findIdentityWithProvenPhone(tx, phone);
    const subject =
      known?.subject ??
      (await insertIdentity(tx, {
        phone,
        email,
        passwordHash,
        // The operator who runs this has met the person.
        phoneVerifiedAt: now,
        mustChangePassword: true,
        createdAt: now,
      }));
    // A sign-in that is under way waits here, or has opened the session that ends below.
    await tx.selectFrom('identities').select('subject').where('subject', '=', subject).forUpdate().execute();
    const isUnused = known?.mustChangePassword ?? true;
    if (known && isUnused) await setOneTimePassword(tx, subject, passwordHash, now);
    const user = await tx.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst();
    const address = email ?? known?.email ?? `staff-${randomUUID()}@nobody.invalid`;
    const profile = { firstName, lastName, phone, email: address, bio: '', language: 'en' as const };
    const userId = user?.id ?? (await insertUser(tx, { ...profile, subject, createdAt: now }).catch(refuseTakenEmail));
    await tx
      .insertInto('mfiStaff')
      .values({ mfiId: mfi.id, userId, role })
      .onConflict((conflict) => conflict.columns(['userId', 'mfiId']).doUpdateSet({ role }))
      .execute();
    // A session of a person was opened without a second factor and lasts longer than one of staff.
    await deleteSessions(tx, subject);
    await insertAuditRow(tx, {
      mfiId: mfi.id,
      actorId: null,
      action: 'staff:add',
      details: JSON.stringify({ personId: userId, role }),
      enteredBy: null,
      network: 'operator',
      at: now,
    });
    return { mfiName: mfi.name, phone, password: isUnused ? password : null };
  });
}

function readStaff(staff: NewStaff) {
  const phone = normalizePhone(staff.phone);
  if (!isPhone(phone) || !isSpeltRight(phone))
    throw new StartupError('--phone must be a phone number with its country code, such as +8801712345678.');
  const name = cleanText(staff.name).replaceAll(/\s+/g, ' ');
  if (name === '' || lengthInCodePoints(name) > NAME_LENGTH_MAX) throw new StartupError('--name must be a name.');
  const email = staff.email === undefined ? null : normalizeEmail(staff.email);
  if (email !== null && !isEmail(email)) throw new StartupError('--email must be an e-mail address.');
  const role = STAFF_ROLES.find((known) => known === (staff.role ?? 'manager'));
  if (role === undefined) throw new StartupError(`--role must be ${STAFF_ROLES.join(' or ')}.`);
  const [firstName = '', ...rest] = name.split(' ');
  return { phone, email, role, firstName, lastName: rest.join(' ') || '-' };
}

function newPassword(): string {
  const signs = Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return signs.join('');
}

function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error, 'users_email')) throw new StartupError('--email belongs to somebody else already.');
  throw error;
}
