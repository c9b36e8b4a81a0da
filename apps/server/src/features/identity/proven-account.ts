import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/db.ts';
import { createKeyring, ensureChainKey } from '../chain/chain-keys.repository.ts';
import { type Claim, lockClaim, setClaimed } from '../imports/imports.repository.ts';
import { tellOfSecurity, tellOfTakenPhone } from '../notifications/tell.ts';
import { comeBack } from '../own-data/coming-back.repository.ts';
import { comeAsStaff } from '../staff/staff.repository.ts';
import { insertUser } from '../users/users.repository.ts';
import { acceptedTerms } from './accepted-terms.ts';
import type { IdentityContext } from './identity-context.ts';
import { findUnconfirmed } from './identities.repository.ts';
import type { Requester } from './code-requests.repository.ts';
import { deleteUnconfirmed, insertIdentity } from './sign-ups.repository.ts';

type Proven = { readonly phone: string; readonly passwordHash: string; readonly requester: Requester };

/**
 * Makes the account of a phone that nobody has proven before, now that a code reached it: with the names that staff wrote down
 * (R31.5), or in the place of a sign-up that was never confirmed. That one goes with its profile and its addresses: a stranger may
 * have begun it. Needs the lock of the phone.
 *
 * @returns its subject; null when neither is there
 */
export async function makeProvenAccount(
  context: IdentityContext,
  tx: Tx,
  { phone, passwordHash, requester }: Proven,
): Promise<string | null> {
  const hadSignUp = (await findUnconfirmed(tx, phone)) !== undefined;
  const claim = await lockClaim(tx, phone);
  if (claim === undefined && !hadSignUp) return null;
  const now = context.now();
  await deleteUnconfirmed(tx, { phone });
  const proven = { phoneVerifiedAt: now, mustChangePassword: false, createdAt: now, ...acceptedTerms(requester) };
  const subject = await insertIdentity(tx, { phone, email: null, passwordHash, ...proven });
  if (claim !== undefined) await makeProfile(context, tx, { phone, subject }, claim);
  await tellOfTakenPhone(context, tx, { phone, subject }, now);
  return subject;
}

/** The office stands in for an e-mail address. */
async function makeProfile(
  context: IdentityContext,
  tx: Tx,
  { phone, subject }: { readonly phone: string; readonly subject: string },
  { mfiId, ...person }: Claim,
): Promise<void> {
  const now = context.now();
  const email = `nobody-${randomUUID()}@nobody.invalid`;
  const made = await insertUser(tx, { ...person, phone, email, emailOfMfi: mfiId, bio: '', subject, createdAt: now });
  const back = await comeBack(tx, context, { subject, phone }, now);
  if (back !== null) await tellOfSecurity(context, tx, subject, 'came_back', now);
  const id = back ?? made;
  await setClaimed(tx, { phone, mfiId, userId: id });
  await comeAsStaff(tx, { userId: id, phone }, now);
  await ensureChainKey(tx, createKeyring(context.secret, context.config.chain.keySecrets), id, now);
}
