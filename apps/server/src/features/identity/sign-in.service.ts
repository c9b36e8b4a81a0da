import { CODE_MINUTES, normalizePhone, parseIdentity } from '@sathi/domain/accounts.ts';
import { DAY_MS, MINUTE_MS } from '@sathi/domain/durations.ts';
import { hashToken, newToken } from '../../config/tokens.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Language } from '../../http/language.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { askSecondFactor, type FactorChallenge } from './factor-challenge.ts';
import { comeAsStaff } from '../staff/staff.repository.ts';
import { findUserBy, type UserRow } from '../users/users.repository.ts';
import { rememberDevice } from './known-devices.repository.ts';
import type { Requester } from './code-requests.repository.ts';
import { sendCode, wayOfSignUp } from './send-code.repository.ts';
import {
  findIdentity,
  findSignIn,
  type IdentityRow,
  isPhoneProven,
  lockIdentityWithPassword,
  setPassword,
} from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { refuseWeakPassword, isPublic } from './passwords.ts';
import { openSession, type Tokens } from './session-opening.ts';
import { endAccess } from './sessions.repository.ts';

/** A one-time password of `staff:add` that was not used by then is good for nothing. */
const ONE_TIME_PASSWORD_DAYS = 7;

export type SignedInAnswer = { readonly tokens: Tokens; readonly user: UserRow | null };
export type ChallengeAnswer = { readonly challenge: 'NEW_PASSWORD_REQUIRED'; readonly session: string };

type SignInInput = {
  readonly username: string;
  readonly password: string;
  readonly requester: Requester;
  readonly language: Language;
};

/**
 * Signs in by the phone, or by an e-mail address that was confirmed (R33.2).
 * @throws RefusalError `not_authorized`, the same after the same work for an unknown phone and a wrong password (R13.10);
 *   `user_not_confirmed`, after a code was sent; `challenge_required`, `overloaded`
 */
export async function signIn(
  context: IdentityContext,
  input: SignInInput,
): Promise<SignedInAnswer | ChallengeAnswer | FactorChallenge> {
  const named = parseIdentity(input.username);
  // Text that names nobody is counted and worked on like any other.
  const address = named ?? ({ kind: 'phone', value: normalizePhone(input.username) } as const);
  await context.limits.beforeSignIn(address, input.requester);
  const identity = named === null ? undefined : await findSignIn(context.db, named);
  const matches = await context.passwords.verify(identity?.passwordHash ?? null, input.password);
  if (!identity || !matches || isOutdated(identity, context.now()) || isPublic(input.password, context.config))
    throw new RefusalError('not_authorized');
  await context.limits.afterSignIn(address);
  if (identity.phoneVerifiedAt === null) {
    await trySendCode(context, identity, input);
    throw new RefusalError('user_not_confirmed');
  }
  return transaction(context.db, async (tx) => {
    // The password may have been changed while this one was checked.
    const current = await lockIdentityWithPassword(tx, identity);
    if (!current) throw new RefusalError('not_authorized');
    const now = context.realNow();
    if (current.mustChangePassword) return challenge(tx, current, now);
    await rememberDevice(tx, current.subject, input.requester.device, now);
    return open(tx, current, input.requester, now);
  });
}

/** A one-time password that was read out and never used is a key that somebody may have found. */
function isOutdated({ mustChangePassword, createdAt }: IdentityRow, now: Date): boolean {
  return mustChangePassword && now.getTime() - createdAt.getTime() > ONE_TIME_PASSWORD_DAYS * DAY_MS;
}

/**
 * Answers the challenge. Its session works once, for ten minutes.
 *
 * @throws RefusalError `invalid_request` for the password, `session_ended`, `overloaded`
 */
export async function completeNewPassword(
  context: IdentityContext,
  {
    session,
    newPassword,
    requester,
  }: { readonly session: string; readonly newPassword: string; readonly requester: Requester },
): Promise<SignedInAnswer | FactorChallenge> {
  refuseWeakPassword('newPassword', newPassword);
  const [subject = '', token = ''] = session.split('.');
  const asked = { subject, codeHash: hashToken(token), now: context.realNow() };
  // A session that is none is not worth the work of hashing.
  if (!(await hasChallenge(context.db, asked))) throw new RefusalError('session_ended');
  const passwordHash = await context.passwords.hash(newPassword);
  const answer = await transaction(context.db, async (tx) => {
    const now = context.realNow();
    const { numDeletedRows } = await tx
      .deleteFrom('oneTimeCodes')
      .where('recipient', '=', subject)
      .where('purpose', '=', 'new_password')
      .where('codeHash', '=', asked.codeHash)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    const identity = numDeletedRows === 0n ? undefined : await findIdentity(tx, subject);
    if (!identity?.mustChangePassword) throw new RefusalError('session_ended');
    await setPassword(tx, subject, passwordHash);
    await endAccess(tx, subject);
    return open(tx, identity, requester, now);
  });
  context.callers.forget(subject);
  return answer;
}

/** Opens a session; of staff with a second factor, only once they have given it (R34.1). */
async function open(
  tx: Tx,
  identity: IdentityRow,
  { deviceName: device }: Requester,
  now: Date,
): Promise<SignedInAnswer | FactorChallenge> {
  const { subject, phone } = identity;
  const profile = await findUserBy(tx, { subject });
  // An invitation to an office may have waited for them, which changes their roles.
  if (profile !== undefined && isPhoneProven(identity)) await comeAsStaff(tx, { userId: profile.id, phone }, now);
  const user = (await findUserBy(tx, { subject })) ?? null;
  const isStaff = user !== null && user.userMfis.length > 0;
  const question = isStaff ? await askSecondFactor(tx, subject, now) : null;
  return question ?? { tokens: await openSession(tx, { subject, isStaff, device }, now), user };
}

/** The session after the second factor, which is a proof of it too (R34.2). */
export async function openProven(
  tx: Tx,
  subject: string,
  { deviceName: device }: Requester,
  now: Date,
): Promise<SignedInAnswer> {
  const user = (await findUserBy(tx, { subject })) ?? null;
  const isStaff = user !== null && user.userMfis.length > 0;
  return { tokens: await openSession(tx, { subject, isStaff, device, provenAt: now }, now), user };
}

async function hasChallenge(
  db: Db,
  { subject, codeHash, now }: { readonly subject: string; readonly codeHash: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('oneTimeCodes')
    .select('recipient')
    .where('recipient', '=', subject)
    .where('purpose', '=', 'new_password')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The table's rows are the sessions of such challenges alone: codes that are sent stand in `code_requests`. */
async function challenge(tx: Tx, { subject }: IdentityRow, now: Date): Promise<ChallengeAnswer> {
  const token = newToken();
  const columns = {
    codeHash: hashToken(token),
    sentAt: now,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
  };
  await tx
    .insertInto('oneTimeCodes')
    .values({ recipient: subject, purpose: 'new_password', ...columns })
    .onConflict((conflict) => conflict.columns(['recipient', 'purpose']).doUpdateSet(columns))
    .execute();
  return { challenge: 'NEW_PASSWORD_REQUIRED', session: `${subject}.${token}` };
}

/** A code that was sent a moment ago will do, so a refusal to send another is not told. */
async function trySendCode(
  context: IdentityContext,
  { phone, email, subject }: IdentityRow,
  { requester, language }: SignInInput,
): Promise<void> {
  const address = { kind: 'phone', value: phone } as const;
  const way = wayOfSignUp(context.config, phone, email);
  try {
    await transaction(context.db, (tx) =>
      sendCode(context, tx, { ...way, address, purpose: 'confirm_phone', subject, requester, language }),
    );
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
}
