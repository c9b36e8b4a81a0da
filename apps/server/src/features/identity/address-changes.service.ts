import { randomUUID } from 'node:crypto';
import { normalizeEmail } from '@sathi/domain/accounts.ts';
import type { Tx } from '../../db/db.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { mail, phoneChangedSms } from '../../delivery/mail.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Language } from '../../http/language.ts';
import { setAccepted } from '../invitations/invitations.repository.ts';
import { isOldAddressTold } from './address-change-limits.repository.ts';
import {
  type AccountAddresses,
  deletePendingChange,
  findPendingChange,
  lockAddresses,
  putPendingChange,
  setAddress,
} from './address-changes.repository.ts';
import {
  accountRequester,
  changeMatter,
  findOwnUser,
  orRefuseDuplicate,
  type OwnUserRow,
  refuseTakenAddress,
  sendChangeCode,
} from './asked-addresses.repository.ts';
import { deleteUnconfirmed, findTaken, lockPhone } from './sign-ups.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Address } from './code-requests.repository.ts';
import { type CodeDelivery, deliveryTo } from './send-code.repository.ts';
import { endAccess } from './sessions.repository.ts';
import { tellOfSecurity, tellOfTakenPhone } from '../notifications/tell.ts';
import { type Shown, shownUser } from '../users/users.repository.ts';

type Asked = {
  readonly caller: Caller;
  readonly ip: string;
  readonly language: Language;
};

/**
 * Sends another code. The address or phone that an account has and never confirmed may be asked for like a new one.
 * @throws RefusalError `not_found`, `resend_too_soon`, `too_many_requests`, `phone_exists`
 */
export async function resendChangeCode(
  context: IdentityContext,
  { what, attempt, caller, ...from }: Asked & { readonly what: Address['kind']; readonly attempt: Attempt },
): Promise<{ codeDelivery: CodeDelivery }> {
  const { subject } = caller;
  return runOnce(context.db, attempt, context.now(), async (tx) => {
    const waiting = await findPendingChange(tx, subject, what, context.now());
    const address = waiting ?? found(await askForOwn(tx, subject, what, context.now()));
    await sendChangeCode(context, tx, { subject, address, ip: from.ip, language: from.language });
    return { codeDelivery: deliveryTo(address) };
  });
}

async function askForOwn(tx: Tx, subject: string, what: Address['kind'], now: Date): Promise<Address | undefined> {
  const own = await lockAddresses(tx, subject);
  if (own === undefined || (what === 'email' ? own.isEmailConfirmed : own.isPhoneConfirmed)) return undefined;
  if (what === 'email' && own.isEmailOfOffice) return undefined;
  const address = { kind: what, value: normalizeEmail(own[what]) };
  const { byPhone } = await findTaken(tx, { phone: what === 'phone' ? own.phone : null, email: null }, now);
  if (byPhone) throw new RefusalError('phone_exists');
  await putPendingChange(tx, subject, address, now);
  return address;
}

/**
 * Puts a new address in force by its code (R17.8). Every other session ends, and the old address is told.
 *
 * @throws RefusalError `not_found` when none waits, `email_exists` and `phone_exists` when somebody confirmed it
 * meanwhile, `code_mismatch`, `code_expired`, `code_locked`
 */
export async function confirmChange(
  context: IdentityContext,
  input: Asked & { readonly what: Address['kind']; readonly code: string; readonly attempt: Attempt },
): Promise<Shown<OwnUserRow>> {
  const { caller, what, code, attempt, ip } = input;
  const { db, codes, now, realNow } = context;
  const { subject } = caller;
  const asked = await findPendingChange(db, subject, what, now());
  const matter = asked && changeMatter(asked);
  const claimed = matter && (await codes.claimTry(db, matter, code, accountRequester(subject, ip), realNow()));
  const user = await runOnce(db, attempt, now(), async (tx) => {
    // The refusal comes within the attempt, so that a repeated request gets the same answer.
    if (!matter || !claimed) throw new RefusalError('not_found');
    // The phone is locked before everything else: others who want it wait here.
    if (what === 'phone') await lockPhone(tx, matter.address.value);
    const askedBy = await codes.consume(tx, matter, claimed);
    if (askedBy.subject !== subject) throw new RefusalError('code_expired');
    if (what === 'phone') await context.limits.afterSmsCode(tx);
    await putInForce(context, tx, caller, matter.address);
    return shownUser(await findOwnUser(tx, subject, now()));
  });
  context.callers.forget(subject);
  return user;
}

async function putInForce(context: IdentityContext, tx: Tx, caller: Caller, address: Address): Promise<void> {
  const { subject, sessionId } = caller;
  const now = context.now();
  const before = found(await lockAddresses(tx, subject));
  if (!(await deletePendingChange(tx, subject, address))) throw new RefusalError('code_expired');
  await refuseTakenAddress(tx, address, subject, now);
  if (address.kind === 'phone') await deleteUnconfirmed(tx, { phone: address.value });
  const isOldTold =
    address.kind === 'phone'
      ? before.isPhoneConfirmed
      : await isOldAddressTold(tx, context, { subject, userId: before.userId });
  await orRefuseDuplicate(setAddress(tx, subject, before, address, now));
  if (address.kind === 'email') await setAccepted(tx, { address: address.value }, before.userId, now);
  else await tellOfTakenPhone(context, tx, { subject, phone: address.value }, now);
  if (address.value === normalizeEmail(before[address.kind])) return;
  await endAccess(tx, subject, sessionId);
  if (isOldTold) await tellOldAddress(context, tx, before, address.kind, now);
  await tellOfSecurity(context, tx, subject, address.kind === 'email' ? 'email_changed' : 'phone_changed', now);
}

async function tellOldAddress(
  { secret }: Pick<IdentityContext, 'secret'>,
  tx: Tx,
  { email, phone, language }: AccountAddresses,
  what: Address['kind'],
  now: Date,
): Promise<void> {
  const delivery =
    what === 'email'
      ? { channel: 'email' as const, to: email, ...mail(language, 'emailChanged', {}) }
      : { channel: 'sms' as const, to: phone, ...phoneChangedSms(language) };
  const told = { dedupeKey: `${what}_changed:${randomUUID()}`, delivery, wasConfirmed: true };
  await enqueueDeliveries(tx, secret, [told], now);
}
