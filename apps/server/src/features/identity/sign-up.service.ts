import { CODE_RESEND_SECONDS, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { type CodeDelivery, deliveryTo, sendCode, wayOfSignUp } from './send-code.repository.ts';
import { findIdentityWithProvenPhone, findUnconfirmed } from './identities.repository.ts';
import {
  deleteAbandoned,
  deleteUnconfirmed,
  findTaken,
  insertIdentity,
  lockEmail,
  lockPhone,
  setConfirmedByEmail,
  setPhoneVerified,
  type Taken,
} from './sign-ups.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { acceptedTerms } from './accepted-terms.ts';
import type { Address, CodeUsed, Requester } from './code-requests.repository.ts';
import { refuseWeakPassword } from './passwords.ts';
import { setAccepted } from '../invitations/invitations.repository.ts';
import { findOfficeAt } from '../mfis/mfis.repository.ts';
import { tellOfSecurity, tellOfTakenPhone } from '../notifications/tell.ts';
import { comeBack } from '../own-data/coming-back.repository.ts';
import { findUserBy } from '../users/users.repository.ts';

/** A code may go by e-mail once it was sent this often: at first, and twice again (R17.7). */
const SENDS_BEFORE_EMAIL = 3;

type From = { readonly requester: Requester; readonly language: Language; readonly attempt: Attempt };

type SignUpInput = From & {
  readonly phone: string;
  readonly password: string;
  readonly attributes: { readonly phone_number?: string | undefined; readonly email?: string | undefined } | undefined;
  readonly passwordLater: boolean;
};

/**
 * Makes a new account, not yet confirmed. An unconfirmed one is replaced as a whole, with a new subject: its first
 * creator keeps no right to it. Where no SMS goes, the code goes to the e-mail address at once (R17.7).
 * @throws RefusalError `invalid_request` for the password, another phone in the attributes, or a phone that no SMS may
 * go to and no e-mail address; `user_exists`, `phone_exists`, `email_exists`, `resend_too_soon`, `too_many_requests`,
 * `overloaded`
 */
export async function signUp(
  context: IdentityContext,
  input: SignUpInput,
): Promise<{ userSub: string; userConfirmed: false; codeDelivery: CodeDelivery }> {
  const { phone, password, passwordLater, attributes, attempt } = input;
  if (attributes?.phone_number !== undefined && normalizePhone(attributes.phone_number) !== phone) {
    throw invalidField('attributes.phone_number', 'invalid');
  }
  refuseWeakPassword('password', password);
  const passwordHash = await context.passwords.hash(password);
  const email = await ownEmail(context, phone, attributes?.email);
  const address: Address = { kind: 'phone', value: phone };
  // A sign-up without an e-mail address has the phone alone, which a provider of SMS may refuse.
  const to = wayOfSignUp(context.config, phone, email).to ?? address;

  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const now = context.now();
    await lockPhone(tx, phone);
    if (email !== null) await lockEmail(tx, email);
    refuseTaken(await findTaken(tx, { phone, email }, now));
    if (email !== null) await deleteAbandoned(tx, email, now);
    await deleteUnconfirmed(tx, { phone });
    const userSub = await insertIdentity(tx, {
      phone,
      email,
      passwordHash,
      phoneVerifiedAt: null,
      mustChangePassword: false,
      passwordLater,
      createdAt: now,
      ...acceptedTerms(input.requester),
    });
    await sendCode(context, tx, { ...input, address, purpose: 'confirm_phone', to, medium: to.kind, subject: userSub });
    return { userSub, userConfirmed: false as const, codeDelivery: deliveryTo(to) };
  });
}

/**
 * The e-mail address of a sign-up; null for that of an office, which stands in for one and gets no code.
 * @throws RefusalError `invalid_request` where the code would have to go there
 */
async function ownEmail(
  { db, config }: IdentityContext,
  phone: string,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined || (await findOfficeAt(db, given)) === undefined) return given ?? null;
  if (wayOfSignUp(config, phone, null).medium === 'email') throw invalidField('attributes.email', 'email_needed');
  return null;
}

/** @throws RefusalError `user_exists`, `phone_exists`, `email_exists` */
function refuseTaken({ byEmail, byPhone }: Taken): void {
  if (byEmail && byPhone) throw new RefusalError('user_exists');
  if (byPhone) throw new RefusalError('phone_exists');
  if (byEmail) throw new RefusalError('email_exists');
}

/** @throws RefusalError `code_mismatch`, `code_expired`, `code_locked` (R17.7), `too_many_requests` */
export async function confirmSignUp(
  context: IdentityContext,
  { phone, code, requester, attempt }: Omit<From, 'language'> & { readonly phone: string; readonly code: string },
): Promise<Record<string, never>> {
  const { db, codes, now, realNow } = context;
  const matter = { address: { kind: 'phone', value: phone }, purpose: 'confirm_phone' } as const;
  const claimed = await codes.claimTry(db, matter, code, requester, realNow());
  return runOnce(db, attempt, now(), async (tx) => {
    await lockPhone(tx, phone);
    const used = await codes.consume(tx, matter, claimed);
    if (used.emailHash === null) await confirmBySms(context, tx, { phone, subject: used.subject });
    else await confirmByEmail(context, tx, phone, used);
    return {};
  });
}

async function confirmBySms(
  context: IdentityContext,
  tx: Tx,
  of: { readonly phone: string; readonly subject: string | null },
): Promise<void> {
  await context.limits.afterSmsCode(tx);
  if (!(await setPhoneVerified(tx, of, context.now()))) throw new RefusalError('code_expired');
  await tellOfTakenPhone(context, tx, of, context.now());
  const owner = await findIdentityWithProvenPhone(tx, of.phone);
  if (owner === undefined || (await comeBack(tx, context, owner, context.now())) === null) return;
  await tellOfSecurity(context, tx, owner.subject, 'came_back', context.now());
}

/** Confirms the e-mail address that the code went to, which has to be the account's still, and not the phone (R33.2). */
async function confirmByEmail({ codes, now }: IdentityContext, tx: Tx, phone: string, used: CodeUsed): Promise<void> {
  const waiting = await findUnconfirmed(tx, phone);
  const email = waiting?.email ?? '';
  if (waiting === undefined || waiting.subject !== used.subject || !codes.wentTo(email, used)) {
    throw new RefusalError('code_expired');
  }
  await setConfirmedByEmail(tx, waiting.subject, now());
  const user = await findUserBy(tx, { subject: waiting.subject });
  if (user !== undefined) await setAccepted(tx, { address: normalizeEmail(email) }, user.id, now());
}

/**
 * Another code for the sign-up that this requester had one for, and for no other: the newest with the phone may be a
 * stranger's, and the owner's code would confirm it. The answer is the same whether or not an account waits for one.
 * @throws RefusalError `code_expired` when another sign-up took the place of the requester's; `resend_too_soon` within 60
 * seconds, `too_many_requests`; `invalid_request` for e-mail before the second resend, but where no SMS goes (R17.7)
 */
export async function resendCode(
  context: IdentityContext,
  input: From & { readonly phone: string; readonly medium: 'SMS' | 'EMAIL' | undefined },
): Promise<{ codeDelivery: CodeDelivery & { emailOffered: boolean } }> {
  const { phone, attempt } = input;
  const address: Address = { kind: 'phone', value: phone };

  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const before = await context.codes.findSends(tx, { address, purpose: 'confirm_phone' }, input.requester);
    const waiting = await findUnconfirmed(tx, phone);
    const isOwn = waiting !== undefined && waiting.subject === before.subject;
    if (waiting !== undefined && before.subject !== null && !isOwn) throw new RefusalError('code_expired');
    const way = (asked?: 'SMS' | 'EMAIL') => wayOfSignUp(context.config, phone, waiting?.email ?? null, asked);
    const { medium, to } = way(input.medium);
    const hasChoice = way().medium === 'phone';
    if (hasChoice && medium === 'email' && before.sends < SENDS_BEFORE_EMAIL) throw invalidField('medium', 'invalid');
    const sends = await sendCode(context, tx, {
      ...input,
      address,
      purpose: 'confirm_phone',
      to: isOwn ? to : null,
      medium,
      ...(before.subject !== null && { subject: before.subject }),
    });
    const codeDelivery =
      medium === 'phone'
        ? deliveryTo(address)
        : { medium: 'EMAIL' as const, destination: '•••@•••', resendAfterSeconds: CODE_RESEND_SECONDS };
    return { codeDelivery: { ...codeDelivery, emailOffered: !hasChoice || sends >= SENDS_BEFORE_EMAIL } };
  });
}
