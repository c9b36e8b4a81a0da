import { parseIdentity } from '@sathi/domain/accounts.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Language } from '../../http/language.ts';
import { invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { type CodeDelivery, deliveryTo, sendCode } from './send-code.repository.ts';
import { makeProvenAccount } from './proven-account.ts';
import { findResettable, setPassword } from './identities.repository.ts';
import { lockPhone } from './sign-ups.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Address, Requester } from './code-requests.repository.ts';
import { forgetDevices, rememberDevice } from './known-devices.repository.ts';
import { refuseWeakPassword } from './passwords.ts';
import { endAccess } from './sessions.repository.ts';
import { isClaimable } from '../imports/imports.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';

/**
 * Sends a code to a phone or an e-mail address that has an account, or to a phone for which staff wrote one down
 * (R31.5). Does the same work and gives the same answer for an address that has none (R13.10, R17.6).
 *
 * @throws RefusalError `invalid_request` when it is neither, `resend_too_soon`, `too_many_requests`
 */
export async function forgotPassword(
  context: IdentityContext,
  input: {
    readonly username: string;
    readonly requester: Requester;
    readonly language: Language;
    readonly attempt: Attempt;
  },
): Promise<{ codeDelivery: CodeDelivery }> {
  const { requester, language, attempt } = input;
  const address = addressOf(input.username);
  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const identity = await findResettable(tx, address, context.now());
    // Every phone is looked up, so that the answer takes as long with an account as without.
    const isClaim = address.kind === 'phone' && (await isClaimable(tx, address.value));
    const to = identity === undefined && !isClaim ? null : address;
    await sendCode(context, tx, { address, purpose: 'reset_password', to, requester, language });
    return { codeDelivery: deliveryTo(address) };
  });
}

/**
 * Sets a new password, ends every session and the link to their data, and tells the person. A phone that nobody had proven gets
 * an account of its own by the code, see {@link makeProvenAccount}.
 *
 * @throws RefusalError `invalid_request`, `code_mismatch`, `code_expired`, `code_locked`, `too_many_requests`, `overloaded`
 */
export async function confirmForgotPassword(
  context: IdentityContext,
  input: {
    readonly username: string;
    readonly code: string;
    readonly newPassword: string;
    readonly requester: Requester;
    readonly attempt: Attempt;
  },
): Promise<Record<string, never>> {
  const { db, codes, now, realNow } = context;
  const address = addressOf(input.username);
  refuseWeakPassword('newPassword', input.newPassword);
  const matter = { address, purpose: 'reset_password' } as const;
  const claimed = await codes.claimTry(db, matter, input.code, input.requester, realNow());
  // A wrong code is not worth the work of hashing.
  const passwordHash = 'codeHash' in claimed ? await context.passwords.hash(input.newPassword) : '';

  let subject: string | null = null;
  await runOnce(db, input.attempt, now(), async (tx) => {
    if (address.kind === 'phone') await lockPhone(tx, address.value);
    await codes.consume(tx, matter, claimed);
    if (address.kind === 'phone') await context.limits.afterSmsCode(tx);
    const identity = await findResettable(tx, address, now());
    if (identity === undefined || identity.phoneVerifiedAt === null) {
      const proven =
        address.kind === 'phone' ? { phone: address.value, passwordHash, requester: input.requester } : null;
      const made = proven && (await makeProvenAccount(context, tx, proven));
      if (made === null) throw new RefusalError('code_expired');
      await rememberDevice(tx, made, input.requester.device, realNow());
      return {};
    }
    await setPassword(tx, identity.subject, passwordHash);
    await endAccess(tx, identity.subject);
    await forgetDevices(tx, identity.subject);
    // The device that got the code is the owner's.
    await rememberDevice(tx, identity.subject, input.requester.device, realNow());
    await tellOfSecurity(context, tx, identity.subject, 'password_changed', now());
    subject = identity.subject;
    return {};
  });
  if (subject !== null) context.callers.forget(subject);
  return {};
}

function addressOf(username: string): Address {
  const identity = parseIdentity(username);
  if (identity === null) throw invalidField('username', username.includes('@') ? 'email_malformed' : 'phone_malformed');
  return identity;
}
