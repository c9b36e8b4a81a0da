import type { MfiId, StaffId, UserId } from '@sathi/domain/ids.ts';
import { confirmersOf, type Office, type StaffRole } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { staffSms } from '../../delivery/mail.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import type { Language } from '../../http/language.ts';
import type { Outside } from '../../outside/outside.ts';
import { deleteFactors } from '../identity/second-factors.repository.ts';
import { endAccess } from '../identity/sessions.repository.ts';
import { askToConfirm, tellOfSecurity } from '../notifications/tell.ts';
import {
  closeEntriesBy,
  closeEntry,
  comeAsStaff,
  deleteMember,
  type EntryRow,
  findPersonByPhone,
  forgetRoles,
  insertEntry,
  type MemberRow,
  setApproved,
  setRole,
  subjectOf,
  type Wanted,
} from './staff.repository.ts';

type In = Pick<Change, 'tx' | 'viewer' | 'now'> & { readonly mfiId: MfiId };
type Entering = In & {
  readonly office: Office;
  /** `origin` is the public one, which links start with. */
  readonly teller: { readonly secret: AppSecret; readonly origin: string };
};

export type StaffAnswer = {
  readonly id: StaffId;
  readonly role: StaffRole;
  readonly state: 'entered' | 'approved' | 'active';
};

/** Enters a role for somebody, which waits for a second person (R34.3). */
export async function enterStaff(within: Entering, entry: Wanted): Promise<StaffId> {
  const { tx, viewer, now, mfiId, office, teller } = within;
  const enteredBy = viewer.id;
  const id = await insertEntry(tx, { ...entry, mfiId, enteredBy, enteredAt: now });
  const confirmers = confirmersOf({ enteredBy, userId: 'userId' in entry ? entry.userId : null }, office);
  await askToConfirm(within, teller, { mfiId, what: 'staff', id, page: 'MFIStaff', confirmers });
  return id;
}

/** Asks to take a member's lost second factor away, which waits for a second person (R34.3). */
export async function askFactorReset(within: Entering, { id, userId, role }: MemberRow): Promise<StaffAnswer> {
  await enterStaff(within, { role, userId, resetsFactor: true });
  return { id, role, state: 'entered' };
}

/**
 * The second person says yes. Staff who are there have the role at once, or lose their second factor. A person is invited
 * by SMS, and is staff at once when the phone is already theirs, else from their first sign-in within a week.
 */
export async function approveEntry(
  { tx, viewer, now }: In,
  entry: EntryRow,
  member: MemberRow | undefined,
  invitation: {
    readonly outside: Pick<Outside, 'secret' | 'config'>;
    readonly language: Language;
    readonly mfiName: string;
    readonly url: string;
  },
): Promise<StaffAnswer> {
  await setApproved(tx, entry.id, viewer.id, now);
  if (member !== undefined) {
    await closeEntry(tx, entry.id, now);
    if (entry.resetsFactor) {
      const subject = found(await subjectOf(tx, member.userId));
      await deleteFactors(tx, subject);
      await endAccess(tx, subject);
      await tellOfSecurity(invitation.outside, tx, subject, 'factor_reset_by_staff', now);
    } else {
      await setRole(tx, member.id, entry.role);
      await forgetRoles(tx, member.userId);
    }
    return { id: member.id, role: entry.role, state: 'approved' };
  }
  const phone = entry.phone ?? '';
  const { outside, language, mfiName, url } = invitation;
  const delivery = { channel: 'sms' as const, to: phone, ...staffSms(language, { mfiName, url }) };
  await enqueueDeliveries(tx, outside.secret, [{ dedupeKey: `staff:${entry.id}`, delivery }], now);
  const person = await findPersonByPhone(tx, phone);
  if (person !== undefined) await comeAsStaff(tx, person, now);
  return { id: entry.id, role: entry.role, state: 'approved' };
}

/** Becoming an officer is at once; becoming a manager waits for a second person (R34.3). */
export async function changeRole(
  within: Entering,
  member: MemberRow,
  asked: EntryRow | undefined,
  role: StaffRole,
): Promise<StaffAnswer> {
  const { tx, now } = within;
  if (role === 'manager' && member.role === 'officer') {
    if (asked === undefined) await enterStaff(within, { role, userId: member.userId });
    return { id: member.id, role: member.role, state: 'entered' };
  }
  if (asked !== undefined) await closeEntry(tx, asked.id, now);
  await setRole(tx, member.id, role);
  await forgetRoles(tx, member.userId);
  return { id: member.id, role, state: 'active' };
}

/** Removes a member, with what they entered and is not confirmed; or takes an entry or invitation back. */
export async function removeStaff(
  { tx, viewer, now, mfiId }: In,
  { member, entry }: { readonly member: MemberRow | undefined; readonly entry: EntryRow | undefined },
): Promise<void> {
  if (member !== undefined) {
    await deleteMember(tx, { mfiId, userId: member.userId, removedBy: viewer.id, removedAt: now });
    await closeEntriesBy(tx, mfiId, member.userId, now);
    await forgetRoles(tx, member.userId as UserId);
  } else if (entry !== undefined) {
    await closeEntry(tx, entry.id, now);
  }
}
