import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import type { Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { findIdentity, lockIdentityWithPassword, setPassword } from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { forgetDevices, rememberDevice } from './known-devices.repository.ts';
import type { Requester } from './code-requests.repository.ts';
import { refuseWeakPassword } from './passwords.ts';
import { awaitsPassword, endAccess, lockAwaitingPassword } from './sessions.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';

type Asked = {
  readonly caller: Caller;
  readonly requester: Requester;
  readonly attempt: Attempt;
};

/**
 * Puts another password in the place of the old one (R33.1). Guessing the old one is limited as proofs are.
 *
 * @throws RefusalError `invalid_request` for a weak password and for a wrong old one, `too_many_requests`, `overloaded`
 */
export async function changePassword(
  context: IdentityContext,
  asked: Asked & { readonly oldPassword: string; readonly newPassword: string },
): Promise<Record<string, never>> {
  const { db, now, passwords } = context;
  const { caller, attempt, oldPassword, newPassword } = asked;
  const { subject, sessionId } = caller;
  refuseWeakPassword('newPassword', newPassword);
  await context.limits.beforeStepUp(sessionId);
  const identity = found(await findIdentity(db, subject));
  const isRight = await passwords.verify(identity.passwordHash, oldPassword);
  // The password is hashed outside the transaction, and only for a person who may have it.
  const passwordHash = isRight ? await passwords.hash(newPassword) : null;

  await runOnce(db, attempt, now(), async (tx) => {
    // A wrong old password is refused within the attempt, so that a repeated request gets the same answer.
    const current = passwordHash === null ? undefined : await lockIdentityWithPassword(tx, identity);
    if (passwordHash === null || !current) throw invalidField('oldPassword', 'password_wrong');
    await replacePassword(context, tx, asked, passwordHash);
    return {};
  });
  context.callers.forget(subject);
  return {};
}

/**
 * The first password that a person chooses, without an old one: once, in the first session of an account that was made with
 * a random one. `chosen` gives the password, and is asked only where one may be set.
 *
 * @throws RefusalError `wrong_status`, `invalid_request` for a weak password, `overloaded`
 */
export async function setFirstPassword(
  context: IdentityContext,
  asked: Asked & { readonly chosen: () => string },
): Promise<Record<string, never>> {
  const { db, now, passwords } = context;
  const { caller, attempt, chosen } = asked;
  const session = { subject: caller.subject, id: caller.sessionId };
  let passwordHash: string | null = null;
  if (await awaitsPassword(db, session)) {
    const newPassword = chosen();
    refuseWeakPassword('newPassword', newPassword);
    passwordHash = await passwords.hash(newPassword);
  }
  await runOnce(db, attempt, now(), async (tx) => {
    // The refusal comes within the attempt, so that a repeated request gets the same answer.
    if (passwordHash === null || !(await lockAwaitingPassword(tx, session))) throw new RefusalError('wrong_status');
    await replacePassword(context, tx, asked, passwordHash);
    return {};
  });
  context.callers.forget(caller.subject);
  return {};
}

/** Sets the password, ends every other session and the link to their data, makes every other device a stranger again, and tells them. */
async function replacePassword(
  context: IdentityContext,
  tx: Tx,
  { caller: { subject, sessionId }, requester }: Asked,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, subject, passwordHash);
  await endAccess(tx, subject, sessionId);
  await forgetDevices(tx, subject);
  await rememberDevice(tx, subject, requester.device, context.realNow());
  await tellOfSecurity(context, tx, subject, 'password_changed', context.now());
}
