import { CODE_MINUTES, isPhone, normalizePhone } from '@sathi/domain/accounts.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Language } from '../../http/language.ts';
import { RefusalError } from '../../refusal-error.ts';
import { findUserBy, type UserRow } from '../users/users.repository.ts';
import { sendCode } from './code-messages.ts';
import {
  findIdentity,
  findIdentityByPhone,
  type IdentityRow,
  lockIdentityWithPassword,
  setPassword,
} from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { refuseWeakPassword } from './passwords.ts';
import { openSession, type Tokens } from './session-opening.ts';
import { deleteSessions } from './sessions.repository.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignedInAnswer = { readonly tokens: Tokens; readonly user: UserRow | null };
export type ChallengeAnswer = { readonly challenge: 'NEW_PASSWORD_REQUIRED'; readonly session: string };

type SignInInput = {
  readonly username: string;
  readonly password: string;
  readonly ip: string;
  readonly language: Language;
};

/**
 * @throws RefusalError `not_authorized`, the same after the same work for an unknown phone and a wrong password (R13.10);
 *   `user_not_confirmed`, after a code was sent; `too_many_requests`, `overloaded`
 */
export async function signIn(context: IdentityContext, input: SignInInput): Promise<SignedInAnswer | ChallengeAnswer> {
  const phone = normalizePhone(input.username);
  await context.limits.beforeSignIn(phone, input.ip);
  const identity = isPhone(phone) ? await findIdentityByPhone(context.db, phone) : undefined;
  const matches = await context.passwords.verify(identity?.passwordHash ?? null, input.password);
  if (!identity || !matches) throw new RefusalError('not_authorized');
  await context.limits.afterSignIn(phone);
  if (identity.phoneVerifiedAt === null) {
    await trySendCode(context, phone, input);
    throw new RefusalError('user_not_confirmed');
  }
  return transaction(context.db, async (tx) => {
    // The password may have been changed while this one was checked.
    const current = await lockIdentityWithPassword(tx, identity);
    if (!current) throw new RefusalError('not_authorized');
    return current.mustChangePassword ? challenge(tx, current, context.now()) : open(tx, current, context.now());
  });
}

/**
 * Answers the challenge. Its session works once, for ten minutes.
 *
 * @throws RefusalError `invalid_request` for the password, `session_ended`, `overloaded`
 */
export async function completeNewPassword(
  context: IdentityContext,
  { session, newPassword }: { readonly session: string; readonly newPassword: string },
): Promise<SignedInAnswer> {
  refuseWeakPassword('newPassword', newPassword);
  const [subject = '', token = ''] = session.split('.');
  const passwordHash = await context.passwords.hash(newPassword);
  const answer = await transaction(context.db, async (tx) => {
    const now = context.now();
    const { numDeletedRows } = await tx
      .deleteFrom('oneTimeCodes')
      .where('recipient', '=', subject)
      .where('purpose', '=', 'new_password')
      .where('codeHash', '=', hashToken(token))
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    const identity = numDeletedRows === 0n ? undefined : await findIdentity(tx, subject);
    if (!identity) throw new RefusalError('session_ended');
    await setPassword(tx, subject, passwordHash, null);
    await deleteSessions(tx, subject);
    return open(tx, identity, now);
  });
  context.callers.forget(subject);
  return answer;
}

async function open(tx: Tx, { subject }: IdentityRow, now: Date): Promise<SignedInAnswer> {
  const user = (await findUserBy(tx, { subject })) ?? null;
  const isStaff = user !== null && user.userMfis.length > 0;
  return { tokens: await openSession(tx, { subject, isStaff }, now), user };
}

async function challenge(tx: Tx, { subject }: IdentityRow, now: Date): Promise<ChallengeAnswer> {
  const token = newToken();
  const columns = {
    codeHash: hashToken(token),
    sentAt: now,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
  };
  await tx
    .insertInto('oneTimeCodes')
    .values({ recipient: subject, purpose: 'new_password', ...columns })
    .onConflict((conflict) => conflict.columns(['recipient', 'purpose']).doUpdateSet(columns))
    .execute();
  return { challenge: 'NEW_PASSWORD_REQUIRED', session: `${subject}.${token}` };
}

/** A code that was sent a moment ago will do, so a refusal to send another is not told. */
async function trySendCode(context: IdentityContext, phone: string, { ip, language }: SignInInput): Promise<void> {
  const address = { kind: 'phone', value: phone } as const;
  try {
    await transaction(context.db, (tx) =>
      sendCode(context, tx, { address, purpose: 'confirm_phone', to: address, ip, language }),
    );
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
}
