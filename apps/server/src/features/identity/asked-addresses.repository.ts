import type { UserId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { Language } from '../../http/language.ts';
import { networkOf } from '../../http/limits/networks.ts';
import { findOfficeAt } from '../mfis/mfis.repository.ts';
import { findUserBy, type UserRow } from '../users/users.repository.ts';
import { countAddressChange } from './address-change-limits.repository.ts';
import { findPendingChanges, type PendingChanges, putPendingChange } from './address-changes.repository.ts';
import { deleteAbandoned, findTaken, lockPhone } from './sign-ups.repository.ts';
import type { Address, Requester } from './code-requests.repository.ts';
import { type CodeSender, sendCode } from './send-code.repository.ts';

type Asked = {
  readonly subject: string;
  readonly address: Address;
  readonly ip: string;
  readonly language: Language;
};

/**
 * Notes that an account wants this address, and sends it a code. Until that comes back everything is as it was (R17.8).
 *
 * @throws RefusalError `email_exists`, `phone_exists`, `too_many_requests` (R33.2), `invalid_request` for a phone that no
 * SMS may go to
 */
export async function askForChange(
  sender: CodeSender,
  tx: Tx,
  { userId, now, ...asked }: Asked & { readonly userId: UserId; readonly now: Date },
): Promise<void> {
  const { subject, address } = asked;
  await countAddressChange(tx, sender, userId);
  // The address of an office belongs to it, and never waits for a code that its staff would read.
  if (address.kind === 'email' && (await findOfficeAt(tx, address.value)) !== undefined)
    throw new RefusalError('email_exists');
  await refuseTakenAddress(tx, address, subject, now);
  await putPendingChange(tx, subject, address, now);
  try {
    await sendChangeCode(sender, tx, asked);
  } catch (error) {
    // The code of a moment ago is still good.
    if (!(error instanceof RefusalError) || error.code !== 'resend_too_soon') throw error;
  }
}

export type OwnUserRow = UserRow & PendingChanges;

/** @throws RefusalError `not_found` for an account without a profile */
export async function findOwnUser(db: Db, subject: string, now: Date): Promise<OwnUserRow> {
  const { payoutsRestUntil, ...user } = found(await findUserBy(db, { subject }));
  const rests = payoutsRestUntil !== null && payoutsRestUntil > now;
  const pending = await findPendingChanges(db, subject, now);
  return { ...user, ...pending, payoutsRestUntil: rests ? payoutsRestUntil : null };
}

export async function sendChangeCode(
  sender: CodeSender,
  tx: Tx,
  { subject, ip, language, address }: Asked,
): Promise<void> {
  const requester = accountRequester(subject, ip);
  await sendCode(sender, tx, { ...changeMatter(address), to: address, requester, language, subject });
}

export function changeMatter(address: Address) {
  return { address, purpose: address.kind === 'email' ? ('change_email' as const) : ('change_phone' as const) };
}

/** The code belongs to the account: whichever of its sessions asked, any of them may confirm. */
export function accountRequester(subject: string, ip: string): Requester {
  const device = `account ${subject}`;
  return { sent: device, device, deviceName: '', network: networkOf(ip), ip, work: 0 };
}

/** @throws RefusalError `email_exists`, `phone_exists` */
export async function refuseTakenAddress(tx: Tx, address: Address, exceptSubject: string, now: Date): Promise<void> {
  const { kind, value } = address;
  if (kind === 'phone') await lockPhone(tx, value);
  const asked = { phone: kind === 'phone' ? value : null, email: kind === 'email' ? value : null };
  const { byEmail, byPhone } = await findTaken(tx, { ...asked, exceptSubject }, now);
  if (byPhone) throw new RefusalError('phone_exists');
  if (byEmail) throw new RefusalError('email_exists');
  if (kind === 'email') await deleteAbandoned(tx, value, now);
}

/** Two that came at the same moment: the unique indexes decide. */
export async function orRefuseDuplicate<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new RefusalError('email_exists');
    if (isUniqueViolation(error, 'users_phone')) throw new RefusalError('phone_exists');
    if (isUniqueViolation(error, 'identities_phone_key')) throw new RefusalError('phone_exists');
    if (isUniqueViolation(error)) throw new RefusalError('profile_exists');
    throw error;
  }
}
