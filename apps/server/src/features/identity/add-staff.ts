import { randomUUID } from 'node:crypto';
import { isEmail, isPhone, NAME_LENGTH_MAX, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { lossRefusal, STAFF_ROLES, type StaffRole } from '@sathi/domain/staff.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import { newLegible } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { insertAuditRow } from '../../http/audit-log.ts';
import type { Outside } from '../../outside/outside.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import { askToConfirmEmail } from '../invitations/email-confirmations.repository.ts';
import { findMfiNamed, findOfficeAt } from '../mfis/mfis.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';
import { comeBack } from '../own-data/coming-back.repository.ts';
import { comeAsStaff, lockOffice } from '../staff/staff.repository.ts';
import { insertUser } from '../users/users.repository.ts';
import { refuseTakenAddress } from './asked-addresses.repository.ts';
import { findIdentityWithProvenPhone, setIdentityEmail, setOneTimePassword } from './identities.repository.ts';
import { deleteUnconfirmed, insertIdentity, lockEmail, lockPhone } from './sign-ups.repository.ts';
import { createPasswords } from './passwords.ts';
import { deleteSessions } from './sessions.repository.ts';

/** The length of a one-time password, which is read out. */
const PASSWORD_LENGTH = 14;

export type NewStaff = {
  readonly mfi: string;
  readonly phone: string;
  readonly name: string;
  readonly email?: string | undefined;
  /** The role; when it is left out, a member keeps theirs and a new member is a manager (R34.4). */
  readonly role?: string | undefined;
};

type Operator = Pick<Outside, 'db' | 'secret' | 'config'>;

export type AddedStaff = {
  readonly mfiName: string;
  readonly phone: string;
  readonly role: StaffRole;
  /** Whether the person had a profile, whose name and e-mail address they keep. */
  readonly hadProfile: boolean;
  /** Null for an account that was signed in to before, which keeps its own password. */
  readonly password: string | null;
};

/**
 * Makes a person staff of an institution. A new account gets a one-time password, and signing in with it asks for
 * another, for seven days; running this again gives an account that was never signed in to a new one. Every session of an
 * account that exists ends. A member keeps the role unless another is given.
 * @throws StartupError naming the option to correct
 */
export async function addStaff(outside: Operator, staff: NewStaff, now: Date): Promise<AddedStaff> {
  const { db } = outside;
  const { phone, email, role: given, firstName, lastName } = readStaff(staff);
  const mfi = await findMfiNamed(db, staff.mfi.trim());
  if (!mfi) throw new StartupError(`--mfi names no institution: ${staff.mfi}`);
  const password = newLegible(PASSWORD_LENGTH);
  const passwordHash = await createPasswords().hash(password);

  return transaction(db, async (tx) => {
    const office = await lockOffice(tx, mfi.id, now);
    await lockPhone(tx, phone);
    await deleteUnconfirmed(tx, { phone });
    const known = await findIdentityWithProvenPhone(tx, phone);
    const subject =
      known?.subject ??
      (await insertIdentity(tx, {
        phone,
        email: null,
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
    const profile = { firstName, lastName, phone, email: email ?? known?.email ?? null };
    const userId = user?.id ?? (await makeUser(outside, tx, { ...profile, subject }, now));
    // An invitation that stands would make them staff at the next sign-in.
    await comeAsStaff(tx, { userId, phone }, now);
    if (given === 'officer' && lossRefusal(userId, office) !== null)
      throw new StartupError(`--role cannot be officer: ${mfi.name} would have no manager.`);
    const role = given ?? office.members.find((member) => member.userId === userId)?.role ?? 'manager';
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
    return { mfiName: mfi.name, phone, role, hadProfile: user !== undefined, password: isUnused ? password : null };
  });
}

type NewUser = {
  readonly subject: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string | null;
};

/**
 * Makes the profile. A person who had left with this phone has their former number again, with its credit, claims and
 * freezes (R33.5). The e-mail address is asked to be confirmed; an office's address only stands in for one (R33.2).
 * @throws StartupError for an address that is taken
 */
async function makeUser(outside: Operator, tx: Tx, { email, ...person }: NewUser, now: Date): Promise<UserId> {
  const { subject } = person;
  const emailOfMfi = email === null ? null : ((await findOfficeAt(tx, email)) ?? null);
  const own = emailOfMfi === null ? email : null;
  if (own !== null) {
    await lockEmail(tx, own);
    await refuseTakenAddress(tx, { kind: 'email', value: own }, subject, now).catch(refuseTakenEmail);
  }
  const shown = { bio: '', language: 'en' as const, email: own ?? `staff-${randomUUID()}@nobody.invalid`, emailOfMfi };
  const made = await insertUser(tx, { ...person, ...shown, createdAt: now });
  const isConfirmed = await setIdentityEmail(tx, subject, own);
  const back = await comeBack(tx, outside, person, now);
  if (back !== null) await tellOfSecurity(outside, tx, subject, 'came_back', now);
  else if (own !== null && !isConfirmed) await askToConfirmEmail(tx, made, now);
  return back ?? made;
}

function readStaff(staff: NewStaff) {
  const phone = normalizePhone(staff.phone);
  if (!isPhone(phone) || !isSpeltRight(phone))
    throw new StartupError('--phone must be a phone number with its country code, such as +8801712345678.');
  const name = cleanText(staff.name).replaceAll(/\s+/g, ' ');
  if (name === '' || lengthInCodePoints(name) > NAME_LENGTH_MAX) throw new StartupError('--name must be a name.');
  const email = staff.email === undefined ? null : normalizeEmail(staff.email);
  if (email !== null && !isEmail(email)) throw new StartupError('--email must be an e-mail address.');
  const role = STAFF_ROLES.find((known) => known === staff.role);
  if (role === undefined && staff.role !== undefined)
    throw new StartupError(`--role must be ${STAFF_ROLES.join(' or ')}.`);
  const [firstName = '', ...rest] = name.split(' ');
  return { phone, email, role, firstName, lastName: rest.join(' ') || '-' };
}

function refuseTakenEmail(error: unknown): never {
  if (error instanceof RefusalError && error.code === 'email_exists')
    throw new StartupError('--email belongs to somebody else already.');
  throw error;
}
