import * as contract from '@sathi/contract/phone-changes.ts';
import type { PhoneChangeId } from '@sathi/domain/ids.ts';
import { phoneChangeConfirmRefusal, phoneChangeRefusal } from '@sathi/domain/phone-changes.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { endOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given, invalidField } from '../../errors/refusal-error.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import { findOffice, lockOwnOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { readNotMeToken } from './phone-change-links.ts';
import {
  findPhoneChangeOutcome,
  hasPhoneChange,
  listPhoneChanges,
  lockPerson,
  lockPhoneChange,
  type PhoneChangeRow,
} from './phone-changes.repository.ts';
import { approvePhoneChange, endPhoneChange, enterPhoneChange } from './phone-changes.service.ts';

/** Another phone for a person whose SIM and password are lost: entered by one, confirmed by another (R33.4). */
export function phoneChangeRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listPhoneChanges, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const office = await findOffice(db, mfiId, now());
    const rows = await listPhoneChanges(db, { mfiId }, now());
    return pageOfAll(
      'phone_changes',
      rows.map((row) => answerOf(row, { viewer, office, now: now() })),
      query,
    );
  });

  command(app, outside, contract.enterPhoneChange, {
    stepUp: 'staff',
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      return { mfiId, person: found(await lockPerson(tx, { phone: given('oldPhone', asked.oldPhone) })) };
    },
    may: async ({ tx, mfiId, person, now: at }) =>
      phoneChangeRefusal(mfiId, person) ?? ((await hasPhoneChange(tx, person.userId, at)) ? 'wrong_status' : null),
    run: async ({ body: { newPhone, reason }, mfiId, person, ...change }) => {
      if (newPhone === person.phone) throw invalidField('newPhone', 'invalid');
      if (!isSpeltRight(newPhone)) throw invalidField('newPhone', 'phone_malformed');
      const id = await enterPhoneChange(change, teller, { mfiId, person, newPhone, reason });
      return { id, state: 'entered' as const };
    },
  });

  command(app, outside, contract.approvePhoneChange, {
    stepUp: 'staff',
    on: lockOwn,
    may: ({ viewer, row, office, now: at }) => confirmRefusalOf(row, { viewer, office, now: at }),
    run: async ({ row, ...change }) => {
      const approved = await approvePhoneChange(change, teller, row);
      return { id: row.id, state: 'approved' as const, ...approved };
    },
  });

  command(app, outside, contract.dropPhoneChange, {
    on: lockOwn,
    run: async ({ tx, row, now: at }) => {
      await endPhoneChange(tx, row, 'dropped', at);
      return {};
    },
  });

  command(app, outside, contract.phoneChangeNotMe, {
    on: async ({ tx, asked, now: at }) => {
      const id = found(readNotMeToken(secret, given('token', asked.token)));
      return { row: (await lockPhoneChange(tx, { id }, at)) ?? null, outcome: await findPhoneChangeOutcome(tx, id) };
    },
    may: ({ row, outcome }) => (row === null && outcome !== 'not_me' ? 'wrong_status' : null),
    run: async ({ tx, row, now: at }) => {
      if (row !== null) await endPhoneChange(tx, row, 'not_me', at);
      return {};
    },
  });
}

/** The change with the office that decides over it, both locked; `entry` is for the audit log. */
async function lockOwn(
  asking: Parameters<typeof lockOwnOffice>[0] & { readonly asked: { readonly id?: PhoneChangeId | undefined } },
) {
  const { tx, asked, now } = asking;
  const { mfiId, office } = await lockOwnOffice(asking);
  const row = found(await lockPhoneChange(tx, { mfiId, id: given('id', asked.id) }, now));
  return { mfiId, office, row, entry: row };
}

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows; readonly now: Date };

function answerOf(row: PhoneChangeRow, { viewer, office, now }: Reading) {
  const isApproved = row.approvedAt !== null;
  return {
    ...row,
    state: isApproved ? ('approved' as const) : ('entered' as const),
    endsAt: isApproved ? null : endOf(row),
    mayConfirm: confirmRefusalOf(row, { viewer, office, now }) === null,
  };
}

/** A change by the operator waits for nobody. */
function confirmRefusalOf({ enteredBy, ...row }: PhoneChangeRow, { viewer, office, now }: Reading) {
  if (enteredBy === null) return 'already_approved';
  return phoneChangeConfirmRefusal(viewer, { ...row, enteredBy }, office, now);
}
