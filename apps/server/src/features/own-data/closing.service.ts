import { randomUUID } from 'node:crypto';
import type { PayoutAccountId, UserId } from '@sathi/domain/ids.ts';
import { hindersClosing, type OpenMatters } from '@sathi/domain/own-data.ts';
import { PROPOSAL_STATUS, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { lossRefusal } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { eventMail, eventSms } from '../../delivery/mail.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Caller, Change } from '../../http/call.ts';
import { refuseUnproven } from '../../http/step-up.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { forgetChainKey } from '../chain/chain-keys.repository.ts';
import { forgetRegistration } from '../chain/chain-registrations.repository.ts';
import { findOwnUser, type OwnUserRow } from '../identity/asked-addresses.repository.ts';
import { deleteSessions } from '../identity/sessions.repository.ts';
import { endUnpaidOf, listUnpaidOf, type Unpaid } from '../pay-ins/end-unpaid.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { setProposal } from '../proposals/proposals.repository.ts';
import { reduceDeletedOf } from '../proposals/reduced-proposals.repository.ts';
import { closeEntriesBy, deleteMember, findOffice, lockOffice } from '../staff/staff.repository.ts';
import { keepAfterClosing } from '../withdrawals/kept-accounts.repository.ts';
import { lockPayoutAccount, type PayoutAccountRow } from '../withdrawals/payout-accounts.repository.ts';
import {
  erasePerson,
  eraseStaffEntries,
  findOwnMoney,
  listOfficesOf,
  listOwnProposals,
  lockOwn,
  type OwnMoney,
  type OwnProposal,
} from './closing.repository.ts';
import { keepPhoneHash } from './coming-back.repository.ts';

/** The matters that closing depends on, and what it would take along. */
export type Closing = OpenMatters &
  OwnMoney & { readonly unbacked: readonly OwnProposal[]; readonly unpaid: readonly Unpaid[] };

/** The matters of a person's closing as they are now; {@link lockClosing} reads them under the locks. */
export async function findClosingOf(db: Db, userId: UserId, now: Date): Promise<Closing> {
  const proposals = await listOwnProposals(db, userId);
  const unbacked = proposals.filter(({ status }) => status < PROPOSAL_STATUS.locked);
  const unsent = proposals.filter(({ fundedCents, sentCents }) => sentCents < fundedCents);
  const offices = await listOfficesOf(db, userId);
  const losses = await Promise.all(offices.map(async (mfiId) => lossRefusal(userId, await findOffice(db, mfiId, now))));
  return {
    ...(await findOwnMoney(db, userId)),
    unbacked,
    unpaid: await listUnpaidOf(db, userId),
    openLoans: proposals.filter(({ status, defaultedAt }) => hindersClosing(status, defaultedAt, now)).length,
    unsentLoans: unsent.length,
    isLastManager: losses.some((refusal) => refusal !== null),
  };
}

export async function lockClosing(tx: Tx, userId: UserId, now: Date): Promise<Closing> {
  await lockOwn(tx, userId);
  for (const mfiId of await listOfficesOf(tx, userId)) await lockOffice(tx, mfiId, now);
  return findClosingOf(tx, userId, now);
}

/** @throws RefusalError `not_found` for an account that is not, or no longer, theirs */
export async function lockOwnAccount(tx: Tx, userId: UserId, id: PayoutAccountId): Promise<PayoutAccountRow> {
  const row = await lockPayoutAccount(tx, id);
  if (row?.userId !== userId || row.removedAt !== null) throw new RefusalError('not_found');
  return row;
}

type Closed = Pick<Change, 'tx' | 'now'> & {
  readonly caller: Caller;
  readonly closing: Closing;
  /** The account for what comes later (R33.5), locked; null for none. */
  readonly kept: Pick<PayoutAccountRow, 'id'> | null;
  readonly secret: AppSecret;
  readonly realNow: Date;
};

/**
 * Closes an account (R13.4). The phone and the address hear of it; books, history and audit log keep the number.
 *
 * @throws RefusalError `step_up_required`, asked for here because the session does not outlive the change
 */
export async function closeAccount(change: Closed): Promise<void> {
  const { tx, now, caller, kept, secret, realNow } = change;
  await refuseUnproven(tx, caller, 'everybody', realNow);
  const user = await findOwnUser(tx, caller.subject, now);
  const { isPhoneConfirmed } = user;
  await tellOfClosing(tx, secret, user, now);
  if (isPhoneConfirmed) await keepPhoneHash(tx, secret, user, now);
  await deleteUnbacked(change, user.id);
  await reduceDeletedOf(tx, user.id, now);
  await endUnpaidOf(tx, user.id, change.closing.unpaid, now);
  await eraseStaffEntries(tx, user.id, now);
  await leaveOffices(change, user.id);
  await forgetChainKey(tx, user.id, now);
  await deleteSessions(tx, caller.subject);
  if (kept !== null) await keepAfterClosing(tx, kept.id, now);
  await erasePerson(tx, { userId: user.id, subject: caller.subject }, now);
  const job = {
    kind: 'forget_destinations',
    // A person who comes back has the same id, and may leave again.
    dedupeKey: `forget_destinations:${user.id}:${now.toISOString()}`,
    payload: { ownerId: user.id },
  };
  await enqueue(tx, [job], now);
}

/** A mail, and an SMS to a phone that was theirs; afterwards there is no address left. */
async function tellOfClosing(tx: Tx, secret: AppSecret, { id, ...user }: OwnUserRow, now: Date) {
  const { email, phone, language, isEmailConfirmed, isPhoneConfirmed } = user;
  const facts = { what: 'closed' };
  const toEmail = { channel: 'email' as const, to: email, ...eventMail(language, 'security', facts) };
  const toPhone = { channel: 'sms' as const, to: phone, ...eventSms(language, 'security', facts) };
  const deliveries = (isPhoneConfirmed ? [toEmail, toPhone] : [toEmail]).map((delivery) => ({
    dedupeKey: `closed:${id}:${delivery.channel}:${randomUUID()}`,
    delivery,
    wasConfirmed: delivery === toPhone || isEmailConfirmed,
  }));
  await enqueueDeliveries(tx, secret, deliveries, now);
}

/** Deletes each proposal without backers (T4). */
async function deleteUnbacked({ tx, now, closing }: Closed, ownerId: UserId): Promise<void> {
  for (const { id, status } of closing.unbacked) {
    await setProposal(tx, id, { deletedAt: now });
    await forgetRegistration(tx, id);
    await insertProposalEvent(tx, {
      proposalId: id,
      kind: 'deleted',
      from: proposalStatusOf(status),
      actorId: ownerId,
      at: now,
    });
  }
}

async function leaveOffices({ tx, now }: Closed, userId: UserId): Promise<void> {
  for (const mfiId of await listOfficesOf(tx, userId)) {
    await deleteMember(tx, { mfiId, userId, removedBy: userId, removedAt: now });
    await closeEntriesBy(tx, mfiId, userId, now);
  }
}
