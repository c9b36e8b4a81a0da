import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/db.ts';
import { createKeyring, ensureChainKey } from '../chain/chain-keys.repository.ts';
import { lockClaim, setClaimed } from '../imports/imports.repository.ts';
import { tellOfSecurity, tellOfTakenPhone } from '../notifications/tell.ts';
import { comeBack } from '../own-data/coming-back.repository.ts';
import { comeAsStaff } from '../staff/staff.repository.ts';
import { insertUser } from '../users/users.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { insertIdentity } from './sign-ups.repository.ts';

/**
 * Makes the account that staff wrote down for a phone, now that its owner has proven it by a code (R31.5). The office stands in
 * for an e-mail address. Needs the lock of the phone.
 *
 * @returns its subject; null when nobody wrote down any
 */
export async function claimAccount(
  context: IdentityContext,
  tx: Tx,
  { phone, passwordHash }: { readonly phone: string; readonly passwordHash: string },
): Promise<string | null> {
  const claim = await lockClaim(tx, phone);
  if (claim === undefined) return null;
  const now = context.now();
  const { mfiId, ...person } = claim;
  const proven = { phoneVerifiedAt: now, mustChangePassword: false, createdAt: now };
  const subject = await insertIdentity(tx, { phone, email: null, passwordHash, ...proven });
  const email = `nobody-${randomUUID()}@nobody.invalid`;
  const made = await insertUser(tx, { ...person, phone, email, emailOfMfi: mfiId, bio: '', subject, createdAt: now });
  await setClaimed(tx, phone);
  await tellOfTakenPhone(context, tx, { phone, subject }, now);
  const back = await comeBack(tx, context, { subject, phone }, now);
  if (back !== null) await tellOfSecurity(context, tx, subject, 'came_back', now);
  const id = back ?? made;
  await comeAsStaff(tx, { userId: id, phone }, now);
  await ensureChainKey(tx, createKeyring(context.secret, context.config.chain.keySecrets), id, now);
  return subject;
}
