import type { MfiId, StaffId, UserId } from '@sathi/domain/ids.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { type Entry, hasEnded, type Office, removedSince, type StaffRole } from '@sathi/domain/staff.ts';
import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { deleteSessions, SESSIONS_CHANNEL } from '../identity/sessions.repository.ts';

export type MemberRow = {
  readonly id: StaffId;
  readonly userId: UserId;
  readonly role: StaffRole;
  readonly phone: string;
  readonly name: string;
  readonly hasFactor: boolean;
  /** Staff of another institution too. */
  readonly isShared: boolean;
};
/**
 * `userId` is null for a person who is to come; else the member who is to become a manager, or to lose the second factor.
 */
export type EntryRow = Entry & {
  readonly id: StaffId;
  readonly userId: UserId | null;
  readonly phone: string | null;
  readonly name: string | null;
  readonly role: StaffRole;
  readonly resetsFactor: boolean;
  readonly enteredByName: string;
};
export type OfficeRows = Omit<Office, 'members'> & {
  readonly members: readonly MemberRow[];
  readonly entries: readonly EntryRow[];
};

/** Locks an institution until the transaction ends, for one change at a time among its staff. */
export async function lockOffice(tx: Tx, mfiId: MfiId, now: Date): Promise<OfficeRows> {
  await sql`select id from mfis where id = ${mfiId} for no key update`.execute(tx);
  return findOffice(tx, mfiId, now);
}

/**
 * The office that staff name, else their first, locked, for a command of theirs.
 * @throws RefusalError `not_permitted`
 */
export async function lockOwnOffice({
  tx,
  viewer,
  asked,
  now,
}: {
  readonly tx: Tx;
  readonly viewer: SignedIn;
  readonly asked: { readonly mfiId?: MfiId | undefined };
  readonly now: Date;
}): Promise<{ mfiId: MfiId; office: OfficeRows }> {
  const mfiId = ownMfi(viewer, asked.mfiId);
  if (mfiId === null) throw new RefusalError('not_permitted');
  return { mfiId, office: await lockOffice(tx, mfiId, now) };
}

/** The members in the order in which they came, and what waits for a second person or for its person. */
export async function findOffice(db: Db, mfiId: MfiId, now: Date): Promise<OfficeRows> {
  const members = await sql<MemberRow>`
    select s.id, s.user_id as "userId", s.role, u.phone, u.first_name || ' ' || u.last_name as name,
      exists (select from second_factors f where f.subject = u.subject) as "hasFactor",
      exists (select from mfi_staff o where o.user_id = s.user_id and o.mfi_id <> s.mfi_id) as "isShared"
    from mfi_staff s join users u on u.id = s.user_id where s.mfi_id = ${mfiId} order by s.id`.execute(db);
  const entries = await sql<EntryRow>`
    select e.id, e.user_id as "userId", e.phone, e.name, e.role, e.resets_factor as "resetsFactor", e.entered_by as "enteredBy", e.entered_at as "enteredAt",
      e.approved_at as "approvedAt", u.first_name || ' ' || u.last_name as "enteredByName"
    from staff_entries e join users u on u.id = e.entered_by
    where e.mfi_id = ${mfiId} and e.closed_at is null order by e.id`.execute(db);
  const removed = await sql<{ count: number }>`
    select count(distinct f.user_id)::int as count from former_staff f
    where f.mfi_id = ${mfiId} and f.removed_at > ${removedSince(now)}
      and not exists (select from mfi_staff s where s.mfi_id = f.mfi_id and s.user_id = f.user_id)`.execute(db);
  return {
    members: members.rows,
    entries: entries.rows.filter((entry) => !hasEnded(entry, now)),
    removedLately: removed.rows[0]?.count ?? 0,
  };
}

/** A role for a person who is to come, or for a member, who may lose the second factor instead. */
export type Wanted = { readonly role: StaffRole } & (
  | { readonly phone: string; readonly name: string }
  | { readonly userId: UserId; readonly resetsFactor?: boolean }
);
type NewEntry = Wanted & { readonly mfiId: MfiId; readonly enteredBy: UserId; readonly enteredAt: Date };

/** An entry that has ended gives its place to the new one. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<StaffId> {
  const before = tx
    .updateTable('staffEntries')
    .set({ closedAt: entry.enteredAt })
    .where('mfiId', '=', entry.mfiId)
    .where('closedAt', 'is', null);
  const of = 'userId' in entry ? before.where('userId', '=', entry.userId) : before.where('phone', '=', entry.phone);
  await of.execute();
  const { id } = await tx.insertInto('staffEntries').values(entry).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setApproved(tx: Tx, id: StaffId, approvedBy: UserId, approvedAt: Date): Promise<void> {
  await tx.updateTable('staffEntries').set({ approvedBy, approvedAt }).where('id', '=', id).execute();
}

export async function closeEntry(tx: Tx, id: StaffId, closedAt: Date): Promise<void> {
  await tx.updateTable('staffEntries').set({ closedAt }).where('id', '=', id).execute();
}

/** Closes the entries of this person that wait for a second one. */
export async function closeEntriesBy(tx: Tx, mfiId: MfiId, enteredBy: UserId, closedAt: Date): Promise<void> {
  await tx
    .updateTable('staffEntries')
    .set({ closedAt })
    .where('mfiId', '=', mfiId)
    .where('closedAt', 'is', null)
    .where('approvedAt', 'is', null)
    .where((where) => where.or([where('enteredBy', '=', enteredBy), where('userId', '=', enteredBy)]))
    .execute();
}

export async function setRole(tx: Tx, id: StaffId, role: StaffRole): Promise<void> {
  await tx.updateTable('mfiStaff').set({ role }).where('id', '=', id).execute();
}

/** Removes a member for good; for a week they still count as one (R34.3). */
export async function deleteMember(
  tx: Tx,
  member: { readonly mfiId: MfiId; readonly userId: UserId; readonly removedBy: UserId; readonly removedAt: Date },
): Promise<void> {
  const { mfiId, userId } = member;
  await tx.deleteFrom('mfiStaff').where('mfiId', '=', mfiId).where('userId', '=', userId).execute();
  await tx.insertInto('formerStaff').values(member).execute();
}

/** Makes all processes forget the roles of a person, which they remember for a few seconds. */
export async function forgetRoles(tx: Tx, userId: UserId): Promise<void> {
  const subject = await subjectOf(tx, userId);
  if (subject !== null) await notify(tx, SESSIONS_CHANNEL, subject);
}

export async function subjectOf(tx: Tx, userId: UserId): Promise<string | null> {
  const row = await tx.selectFrom('users').select('subject').where('id', '=', userId).executeTakeFirst();
  return row?.subject ?? null;
}

type Person = { readonly userId: UserId; readonly phone: string };

/** The person behind a phone, once they have proven that it is theirs. */
export async function findPersonByPhone(tx: Tx, phone: string): Promise<Person | undefined> {
  return tx
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.subject', 'i.subject')
    .select(['u.id as userId', 'i.phone'])
    .where('i.phone', '=', phone)
    .where('i.phoneVerifiedAt', 'is not', null)
    .where('i.phoneByEmail', '=', false)
    .executeTakeFirst();
}

/**
 * Makes a person staff where two have invited this phone and the invitation stands (R34.4), and ends their sessions.
 * Called with a phone that is proven to be theirs; finds nothing for most, by an index.
 */
export async function comeAsStaff(tx: Tx, { userId, phone }: Person, now: Date): Promise<void> {
  const entries = await tx
    .selectFrom('staffEntries')
    .select(['id', 'mfiId', 'role', 'enteredBy', 'enteredAt', 'approvedAt'])
    .where('phone', '=', phone)
    .where('approvedAt', 'is not', null)
    .where('closedAt', 'is', null)
    .forUpdate()
    .execute();
  const standing = entries.filter((entry) => !hasEnded(entry, now));
  for (const { id, mfiId, role } of standing) {
    await tx
      .insertInto('mfiStaff')
      .values({ id, mfiId, userId, role })
      .onConflict((conflict) => conflict.columns(['userId', 'mfiId']).doNothing())
      .execute();
    await closeEntry(tx, id, now);
  }
  // A session of a person was opened without a second factor and lasts longer than one of staff.
  const subject = standing.length > 0 ? await subjectOf(tx, userId) : null;
  if (subject !== null) await deleteSessions(tx, subject);
}
