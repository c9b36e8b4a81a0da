import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { FORMER_MEMBER, REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { isAccountOf } from '../../ledger/ledger.ts';
import { eraseImportLines } from '../imports/imports.repository.ts';
import { eraseDefaults } from '../defaults/defaults.repository.ts';
import { eraseHardships } from '../hardships/hardships.repository.ts';
import { erasePlanReasons } from '../plans/plans.repository.ts';
import { eraseUndoingReasons } from '../release-undoings/release-undoings.repository.ts';

export type OwnProposal = {
  readonly id: ProposalId;
  readonly status: number;
  readonly fundedCents: Cents;
  readonly sentCents: Cents;
  readonly defaultedAt: Date | null;
};
/** Money of the person: what loans still owe them, their credit, and what they asked out of it. */
export type OwnMoney = {
  readonly owedCents: Cents;
  readonly creditCents: Cents;
  readonly leastCreditCents: Cents;
  readonly leavingCents: Cents;
};

/** The first locks of a closing, in the order of all changes: own proposals, deleted ones too, and unpaid ones, then the person's row. */
export async function lockOwn(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    select id from proposals
    where owner_id = ${userId}
      or id in (select proposal_id from investments where investor_id = ${userId} and unpaid_cents > 0)
    order by id for no key update`.execute(tx);
  // `for update` keeps out foreign keys too: a proposal that is being made waits, and its trigger then refuses it.
  await sql`select id from users where id = ${userId} for update`.execute(tx);
}

export async function listOwnProposals(db: Db, userId: UserId): Promise<OwnProposal[]> {
  return db
    .selectFrom('proposals')
    .select(['id', 'status', 'fundedCents', 'sentCents', 'defaultedAt'])
    .where('ownerId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

export async function findOwnMoney(db: Db, userId: UserId): Promise<OwnMoney> {
  const { rows } = await sql<OwnMoney>`
    select coalesce(sum(balance_cents) filter (where kind = 'claim'), 0)::bigint as "owedCents",
      coalesce(sum(balance_cents) filter (where kind = 'wallet'), 0)::bigint as "creditCents",
      coalesce(min(balance_cents) filter (where kind = 'wallet'), 0)::bigint as "leastCreditCents",
      coalesce(sum(balance_cents) filter (where kind = 'leaving'), 0)::bigint as "leavingCents"
    from accounts a where ${isAccountOf(sql`${userId}::bigint`)}`.execute(db);
  return rows[0] as OwnMoney;
}

export async function listOfficesOf(db: Db, userId: UserId): Promise<MfiId[]> {
  const rows = await db.selectFrom('mfiStaff').select('mfiId').where('userId', '=', userId).orderBy('mfiId').execute();
  return rows.map(({ mfiId }) => mfiId);
}

/**
 * Takes away what names the person: the profile, the account with its sessions and factors, words, marks and wishes. The row
 * keeps its number, on which books, history and audit log hang.
 */
export async function erasePerson(
  tx: Tx,
  { userId, subject }: { readonly userId: UserId; readonly subject: string },
  now: Date,
): Promise<void> {
  await eraseAddresses(tx, userId, now);
  await sql`
    update users set subject = null, first_name = ${FORMER_MEMBER.firstName}, last_name = ${FORMER_MEMBER.lastName}, bio = '',
      profile_image = null, public_address = null, phone = 'closed ' || id, email = 'closed-' || id || '@nobody.invalid',
      email_of_mfi = null, closed_at = ${now}
    where id = ${userId}`.execute(tx);
  await tx.updateTable('messages').set({ text: REMOVED_WORDS }).where('authorId', '=', userId).execute();
  await tx
    .updateTable('reportCases')
    .set({ appeal: REMOVED_WORDS })
    .where('ownerId', '=', userId)
    .where('appeal', 'is not', null)
    .execute();
  for (const table of [
    'notifications',
    'notificationPreferences',
    'messageReads',
    'blockedPeople',
    'shareLinks',
    'savedSearches',
    'relendRules',
  ] as const) {
    await tx.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await tx.deleteFrom('ignoredProposals').where('userId', '=', userId).execute();
  await tx.deleteFrom('personNotes').where('personId', '=', userId).execute();
  await sql`
    update loan_contacts c set note = '', for_backers = '' from proposals p
    where p.id = c.proposal_id and p.owner_id = ${userId} and (c.note <> '' or c.for_backers <> '')`.execute(tx);
  // Their wishes end with them: no other could take one back (R13.6).
  await tx
    .updateTable('proposals')
    .set({ staysPublic: false })
    .where('ownerId', '=', userId)
    .where('staysPublic', '=', true)
    .execute();
  const ofOwn = sql`proposal_id in (select id from proposals where owner_id = ${userId})`;
  await eraseHardships(tx, ofOwn);
  await eraseDefaults(tx, ofOwn);
  await erasePlanReasons(tx, ofOwn);
  await eraseUndoingReasons(tx, ofOwn);
  await tx.deleteFrom('ownDataLinks').where('userId', '=', userId).execute();
  // The stored answers go, because they repeat what was asked, such as the profile. The closing has no answer yet.
  await tx.deleteFrom('idempotencyKeys').where('scope', '=', `subject:${subject}`).where('status', '<>', 0).execute();
  await tx.deleteFrom('identities').where('subject', '=', subject).execute();
}

/**
 * The person's name and phone in the entries by which they came to an office: under the phone of now, under one that staff
 * or the operator have changed since, or of an office that they are at. Called before they leave it.
 */
export async function eraseStaffEntries(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update staff_entries e set phone = 'closed ' || u.id,
      name = ${`${FORMER_MEMBER.firstName} ${FORMER_MEMBER.lastName}`}, closed_at = coalesce(e.closed_at, ${now})
    from users u join identities i on i.subject = u.subject
    where u.id = ${userId} and e.phone is not null and (
      (e.phone = u.phone and not i.phone_by_email)
      or e.id in (select s.id from mfi_staff s where s.user_id = u.id)
      or exists (
        select from phone_changes c where c.user_id = u.id and c.outcome = 'in_force' and c.old_phone = e.phone
          and e.entered_at < c.closed_at))`.execute(tx);
}

/**
 * The person's phone and address in the rows of others, and the words with which they invited. An address that they never
 * confirmed may be another's, whose invitations stay (R33.2).
 */
async function eraseAddresses(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update invitations v set address = 'closed-' || u.id || '@nobody.invalid'
    from users u join identities y on y.subject = u.subject
    where u.id = ${userId} and (v.accepted_by = u.id or y.email_verified_at is not null and v.address = lower(u.email))`.execute(
    tx,
  );
  await sql`
    update invitations set note = '', expires_at = least(expires_at, ${now}) where inviter_id = ${userId}`.execute(tx);
  await sql`
    update phone_changes set old_phone = 'closed ' || user_id, new_phone = 'closed ' || user_id, reason = '-',
      closed_at = coalesce(closed_at, ${now}), outcome = coalesce(outcome, 'dropped')
    where user_id = ${userId}`.execute(tx);
  await eraseImportLines(tx, { userId }, now);
}
