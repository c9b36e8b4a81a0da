import { CODE_RESEND_SECONDS, normalizePhone } from '@sathi/domain/accounts.ts';
import type { Language } from '../../http/language.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { invalidField, RefusalError } from '../../refusal-error.ts';
import { type CodeDelivery, deliveryTo, sendCode } from './code-messages.ts';
import {
  deleteAbandoned,
  deleteUnconfirmed,
  findIdentityByPhone,
  findTaken,
  insertIdentity,
  lockPhone,
  setPhoneVerified,
  type Taken,
} from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Address } from './one-time-codes.repository.ts';
import { refuseWeakPassword } from './passwords.ts';

/** A code may go by e-mail once it was sent this often: at first, and twice again (R17.7). */
const SENDS_BEFORE_EMAIL = 3;

type From = { readonly ip: string; readonly language: Language; readonly attempt: Attempt };

type SignUpInput = From & {
  readonly phone: string;
  readonly password: string;
  readonly attributes: { readonly phone_number?: string | undefined; readonly email?: string | undefined } | undefined;
};

/**
 * A new account, not yet confirmed. One that nobody confirmed is replaced as a whole, with a new subject: whoever began it
 * keeps no right to it.
 *
 * @throws RefusalError `invalid_request` for the password or another phone in the attributes, `user_exists`, `phone_exists`,
 *   `email_exists`, `resend_too_soon`, `code_locked`, `too_many_requests`, `overloaded`
 */
export async function signUp(
  context: IdentityContext,
  input: SignUpInput,
): Promise<{ userSub: string; userConfirmed: false; codeDelivery: CodeDelivery }> {
  const { phone, password, attributes, attempt } = input;
  if (attributes?.phone_number !== undefined && normalizePhone(attributes.phone_number) !== phone) {
    throw invalidField('attributes.phone_number', 'invalid');
  }
  refuseWeakPassword('password', password);
  await context.limits.beforeSignUp(input.ip);
  const passwordHash = await context.passwords.hash(password);
  const email = attributes?.email ?? null;
  const address: Address = { kind: 'phone', value: phone };

  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const now = context.now();
    await lockPhone(tx, phone);
    refuseTaken(await findTaken(tx, { phone, email }, now));
    if (email !== null) await deleteAbandoned(tx, email, now);
    await deleteUnconfirmed(tx, { phone });
    const userSub = await insertIdentity(tx, {
      phone,
      email,
      passwordHash,
      phoneVerifiedAt: null,
      mustChangePassword: false,
      createdAt: now,
    });
    await sendCode(context, tx, { ...input, address, purpose: 'confirm_phone', to: address });
    return { userSub, userConfirmed: false as const, codeDelivery: deliveryTo(address) };
  });
}

/** @throws RefusalError `user_exists`, `phone_exists`, `email_exists` */
export function refuseTaken({ byEmail, byPhone }: Taken): void {
  if (byEmail && byPhone) throw new RefusalError('user_exists');
  if (byPhone) throw new RefusalError('phone_exists');
  if (byEmail) throw new RefusalError('email_exists');
}

/** @throws RefusalError `code_mismatch`, `code_expired`, `code_locked` (R17.7), `too_many_requests` */
export async function confirmSignUp(
  context: IdentityContext,
  { phone, code, ip, attempt }: Omit<From, 'language'> & { readonly phone: string; readonly code: string },
): Promise<Record<string, never>> {
  const { db, codes, now } = context;
  await context.limits.beforeCode(ip);
  const claimed = await codes.claimTry(db, { kind: 'phone', value: phone }, 'confirm_phone', code, now());
  return runOnce(db, attempt, now(), async (tx) => {
    await codes.consume(tx, claimed);
    await context.limits.afterSmsCode(tx);
    if (!(await setPhoneVerified(tx, phone, now()))) throw new RefusalError('code_expired');
    return {};
  });
}

/**
 * Another code. The answer is the same whether or not somebody waits for one.
 *
 * @throws RefusalError `resend_too_soon` within 60 seconds, `code_locked`, `too_many_requests`; `invalid_request` for e-mail
 *   before the second resend (R17.7)
 */
export async function resendCode(
  context: IdentityContext,
  input: From & { readonly phone: string; readonly medium: 'SMS' | 'EMAIL' | undefined },
): Promise<{ codeDelivery: CodeDelivery & { emailOffered: boolean } }> {
  const { phone, medium = 'SMS', attempt } = input;
  const address: Address = { kind: 'phone', value: phone };
  await context.limits.beforeResend(input.ip);

  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const sendsBefore = await context.codes.countSends(tx, address, 'confirm_phone');
    if (medium === 'EMAIL' && sendsBefore < SENDS_BEFORE_EMAIL) throw invalidField('medium', 'invalid');
    const identity = await findIdentityByPhone(tx, phone);
    const waits = identity !== undefined && identity.phoneVerifiedAt === null;
    const to = waits ? channelOf(medium, phone, identity.email) : null;
    const sends = await sendCode(context, tx, { ...input, address, purpose: 'confirm_phone', to });
    const codeDelivery =
      medium === 'SMS'
        ? deliveryTo(address)
        : { medium, destination: '•••@•••', resendAfterSeconds: CODE_RESEND_SECONDS };
    return { codeDelivery: { ...codeDelivery, emailOffered: sends >= SENDS_BEFORE_EMAIL } };
  });
}

function channelOf(medium: 'SMS' | 'EMAIL', phone: string, email: string | null): Address | null {
  if (medium === 'SMS') return { kind: 'phone', value: phone };
  return email === null ? null : { kind: 'email', value: email };
}
