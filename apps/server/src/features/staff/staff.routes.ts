import * as contract from '@sathi/contract/staff.ts';
import type { StaffId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmersOf, confirmRefusal, isManagerOf, lossRefusal, endOf, type StaffRole } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { mfiOfManager, mfiOfStaff } from '../../http/own-mfi.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { type EntryRow, findOffice, lockOwnOffice, type MemberRow, type OfficeRows } from './staff.repository.ts';
import { approveEntry, askFactorReset, changeRole, enterStaff, removeStaff } from './staff.service.ts';

/** The people of an office: entered by one, confirmed by another, removed by a manager (R34.3, R34.4). */
export function staffRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  changes(app, outside);
}

function reads(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.listStaff, async ({ query, viewer }) => {
    const mfiId = mfiOfManager(viewer, query.mfiId);
    return pageOfAll('staff', staffAnswer(viewer, await findOffice(db, mfiId, now())), query);
  });

  mount(app, contract.listStaffToConfirm, async ({ query, viewer }) => {
    const office = await findOffice(db, mfiOfStaff(viewer, query.mfiId), now());
    const waiting = office.entries.filter((entry) => mayConfirm(viewer, entry, office));
    return pageOfAll(
      'staff_to_confirm',
      waiting.map((entry) => waitingAnswer(entry, office)),
      query,
    );
  });
}

function changes(app: FastifyInstance, outside: Outside): void {
  const { secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  command(app, outside, contract.enterStaff, {
    stepUp: 'staff',
    on: lockOwnOffice,
    may: ({ viewer, mfiId, office, asked }) => {
      if (!isManagerOf(viewer, mfiId)) return 'not_permitted';
      return [...office.members, ...office.entries].some(({ phone }) => phone === asked.phone) ? 'already_staff' : null;
    },
    run: async ({ body: { userId: _, ...person }, ...change }) => {
      if (!isSpeltRight(person.phone)) throw invalidField('phone', 'phone_malformed');
      return { id: await enterStaff({ ...change, teller }, person), state: 'entered' as const };
    },
  });

  command(app, outside, contract.changeStaff, {
    stepUp: 'staff',
    endsOwnRights: true,
    on: async (asking) => {
      const { viewer, asked } = asking;
      const locked = await lockOwnOffice(asking);
      // An officer may be needed as the second person; of staff, only managers learn who is on the way.
      if (asked.state !== 'approved' && !isManagerOf(viewer, locked.mfiId)) throw new RefusalError('not_permitted');
      return { ...locked, ...targetOf(locked.office, asked.id) };
    },
    may: ({ viewer, mfiId, office, member, entry, asked }) => {
      if (asked.state === 'approved') return approvalRefusal(viewer, office, entry);
      if (!isManagerOf(viewer, mfiId)) return 'not_permitted';
      if (member === undefined) return 'wrong_status';
      if (asked.resetFactor) return resetRefusal(viewer, office, member, entry);
      if (entry?.resetsFactor) return 'wrong_status';
      return asked.role === 'officer' ? lossRefusal(member.userId, office) : null;
    },
    run: async ({ body: { role, state, resetFactor }, member, entry, language, ...within }) => {
      const { tx, mfiId } = within;
      if (resetFactor) return askFactorReset({ ...within, teller }, found(member));
      if (state === undefined) return changeRole({ ...within, teller }, found(member), entry, role as StaffRole);
      const { name: mfiName } = found(await findMfiById(tx, mfiId));
      const url = `${teller.origin}/App/Login/${encodeURIComponent(mfiName)}`;
      return approveEntry(within, found(entry), member, { outside, language, mfiName, url });
    },
  });

  command(app, outside, contract.removeStaff, {
    stepUp: 'staff',
    endsOwnRights: true,
    on: async (asking) => {
      const { viewer, asked } = asking;
      const locked = await lockOwnOffice(asking);
      if (!isManagerOf(viewer, locked.mfiId)) throw new RefusalError('not_permitted');
      return { ...locked, ...targetOf(locked.office, asked.id) };
    },
    may: ({ viewer, mfiId, office, member }) => {
      if (!isManagerOf(viewer, mfiId)) return 'not_permitted';
      return member === undefined ? null : lossRefusal(member.userId, office);
    },
    run: async ({ member, entry, ...change }) => {
      await removeStaff(change, { member, entry });
      return {};
    },
  });
}

/** A member with the role that waits for them, or a person on the way. @throws RefusalError `not_found` */
function targetOf(office: OfficeRows, id: StaffId | undefined) {
  const member = office.members.find((row) => row.id === id);
  const entry = office.entries.find((row) =>
    member ? row.userId === member.userId : row.userId === null && row.id === id,
  );
  if (member === undefined && entry === undefined) throw new RefusalError('not_found');
  return { member, entry };
}

function approvalRefusal(viewer: SignedIn, office: OfficeRows, entry: EntryRow | undefined) {
  if (entry === undefined) return isMember(viewer, office) ? 'already_approved' : 'not_permitted';
  const refusal = confirmRefusal(viewer, entry, office) ?? (entry.approvedAt === null ? null : 'already_approved');
  if (refusal !== null || !entry.resetsFactor) return refusal;
  // The person may have come to another institution since it was asked for.
  return office.members.some(({ userId, isShared }) => isShared && userId === entry.userId) ? OPERATOR_ALONE : null;
}

/** The word for what two others of one office cannot do, so that it is the operator's (R34.2). */
const OPERATOR_ALONE = 'second_person_needed';

/**
 * A person takes their own factor away on the page for it; one who cannot needs two others, since confirming takes a
 * factor. Where these are not there, the operator takes it away (R34.2), and from staff of another institution too: the factor
 * guards both, and neither decides for the other.
 */
function resetRefusal(viewer: SignedIn, office: OfficeRows, member: MemberRow, entry: EntryRow | undefined) {
  if (member.userId === viewer.id) return 'not_permitted';
  if (!member.hasFactor || entry !== undefined) return 'wrong_status';
  const { userId } = member;
  const isThirdThere = confirmersOf({ enteredBy: viewer.id, userId }, office).some((id) => id !== userId);
  return isThirdThere && !member.isShared ? null : OPERATOR_ALONE;
}

function isMember(viewer: SignedIn, office: OfficeRows): boolean {
  return office.members.some(({ userId }) => userId === viewer.id);
}

function mayConfirm(viewer: SignedIn, entry: EntryRow, office: OfficeRows): boolean {
  return approvalRefusal(viewer, office, entry) === null;
}

function waitingAnswer(entry: EntryRow, office: OfficeRows) {
  const member = office.members.find(({ userId }) => userId === entry.userId);
  const { enteredByName, enteredAt, role, resetsFactor } = entry;
  const { id, phone, name } = member ?? { id: entry.id, phone: entry.phone ?? '', name: entry.name ?? '' };
  return { id, phone, name, role, resetsFactor, enteredByName, enteredAt };
}

function staffAnswer(viewer: SignedIn, office: OfficeRows) {
  const waits = (entry: EntryRow | undefined) => ({
    enteredByName: entry?.enteredByName ?? null,
    endsAt: entry ? endOf(entry) : null,
    mayConfirm: entry !== undefined && mayConfirm(viewer, entry, office),
  });
  const active = office.members.map((member: MemberRow) => {
    const entry = office.entries.find(({ userId }) => userId === member.userId);
    const { id, userId, phone, name, role, hasFactor } = member;
    const isLastManager = lossRefusal(userId, office) !== null;
    const isSelf = userId === viewer.id;
    const mayReset = resetRefusal(viewer, office, member, entry) === null;
    const known = { id, phone, name, role, hasFactor, mayReset, state: 'active' as const, isSelf, isLastManager };
    const resetsFactor = entry?.resetsFactor ?? false;
    return { ...known, askedRole: resetsFactor ? null : (entry?.role ?? null), resetsFactor, ...waits(entry) };
  });
  const onTheWay = office.entries.filter(({ userId }) => userId === null);
  const coming = onTheWay.map((entry) => ({
    id: entry.id,
    phone: entry.phone ?? '',
    name: entry.name ?? '',
    role: entry.role,
    state: entry.approvedAt === null ? ('entered' as const) : ('approved' as const),
    isSelf: false,
    isLastManager: false,
    askedRole: null,
    hasFactor: false,
    mayReset: false,
    resetsFactor: false,
    ...waits(entry),
  }));
  return [...active, ...coming];
}
