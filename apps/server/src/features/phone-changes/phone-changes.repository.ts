import type { MfiId, PhoneChangeId, UserId } from '@sathi/domain/ids.ts';
import type { Holder } from '@sathi/domain/phone-changes.ts';
import { type Entry, hasEnded } from '@sathi/domain/staff.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { Language } from '../../http/language.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';

export type Person = Holder & {
  readonly userId: UserId;
  readonly subject: string;
  readonly name: string;
  readonly phone: string;
  /** Null while nobody has confirmed it. */
  readonly email: string | null;
  readonly language: Language;
};

export type PhoneChangeRow = Omit<Entry, 'enteredBy'> & {
  readonly id: PhoneChangeId;
  /** Null, with the name, for a change by the operator. */
  readonly enteredBy: UserId | null;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly userId: UserId;
  readonly name: string;
  readonly oldPhone: string;
  readonly newPhone: string;
  readonly reason: string;
  readonly enteredByName: string | null;
  readonly inForceAt: Date | null;
};

const IS_PHONE_PROVEN = sql`i.phone_verified_at is not null and not i.phone_by_email`;

/** The person with this id, or who has proven this phone, held until the transaction ends. */
export async function lockPerson(
  tx: Tx,
  by: { readonly phone: string } | { readonly userId: UserId },
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id as "userId", u.subject, u.first_name || ' ' || u.last_name as name, u.phone, u.language,
      case when i.email_verified_at is not null then u.email end as email,
      array(select s.mfi_id from mfi_staff s where s.user_id = u.id) as "staffOf",
      array(
        select p.mfi_id from proposals p where p.owner_id = u.id and p.deleted_at is null
          and (p.status in (${STATUS.locked}, ${STATUS.backed}, ${STATUS.funded}) or p.funded_cents > p.sent_cents)
        union
        select p.mfi_id from investments n join proposals p on p.id = n.proposal_id
        where n.investor_id = u.id and n.released_at is null and (p.status in (${STATUS.locked}, ${STATUS.backed}, ${STATUS.funded}) or exists (
          select from accounts a
          where a.kind = 'wallet' and a.proposal_key = 0 and a.user_key = u.id and a.balance_cents > 0))
        union
        select a.mfi_id from accounts a
        where a.kind in ('wallet', 'leaving') and a.proposal_key = 0 and a.user_key = u.id and a.mfi_id is not null and a.balance_cents > 0
      ) as "moneyAt"
    from users u join identities i on i.subject = u.subject
    where ${'phone' in by ? sql`u.phone = ${by.phone} and ${IS_PHONE_PROVEN}` : sql`u.id = ${by.userId}`} for update of u, i`.execute(
    tx,
  );
  return rows[0];
}

/** Changes that wait for a second person or for their day, without those that ended unconfirmed. */
export async function listPhoneChanges(
  db: Db,
  of: { readonly mfiId?: MfiId; readonly id?: PhoneChangeId },
  now: Date,
): Promise<PhoneChangeRow[]> {
  const { rows } = await sql<PhoneChangeRow>`
    select c.id, c.mfi_id as "mfiId", m.name as "mfiName", c.user_id as "userId",
      u.first_name || ' ' || u.last_name as name, c.old_phone as "oldPhone", c.new_phone as "newPhone", c.reason,
      c.entered_by as "enteredBy", c.entered_at as "enteredAt", c.approved_at as "approvedAt",
      e.first_name || ' ' || e.last_name as "enteredByName", c.in_force_at as "inForceAt"
    from phone_changes c
    join mfis m on m.id = c.mfi_id join users u on u.id = c.user_id left join users e on e.id = c.entered_by
    where c.closed_at is null
      and (${of.mfiId ?? null}::bigint is null or c.mfi_id = ${of.mfiId ?? null}::bigint)
      and (${of.id ?? null}::bigint is null or c.id = ${of.id ?? null}::bigint)
    order by c.id desc`.execute(db);
  return rows.filter((row) => row.approvedAt !== null || !hasEnded(row, now));
}

/** Locks a change until the transaction ends. */
export async function lockPhoneChange(
  tx: Tx,
  of: { readonly mfiId?: MfiId; readonly id: PhoneChangeId },
  now: Date,
): Promise<PhoneChangeRow | undefined> {
  await sql`select id from phone_changes where id = ${of.id} for update`.execute(tx);
  return (await listPhoneChanges(tx, of, now))[0];
}

/** Whether a change of this person is under way; one that ended unconfirmed gives its place. */
export async function hasPhoneChange(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('phoneChanges')
    .select(['id', 'enteredAt', 'approvedAt'])
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.approvedAt !== null || !hasEnded(row, now)) return true;
  await closePhoneChange(tx, row.id, 'dropped', now);
  return false;
}

export async function insertPhoneChange(
  tx: Tx,
  change: {
    readonly mfiId: MfiId;
    readonly userId: UserId;
    readonly oldPhone: string;
    readonly newPhone: string;
    readonly reason: string;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
  },
): Promise<PhoneChangeId> {
  const { id } = await tx.insertInto('phoneChanges').values(change).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Writes a change by the operator, which is entered and confirmed in one, by nobody of the office. */
export async function insertOperatorChange(
  tx: Tx,
  change: {
    readonly mfiId: MfiId;
    readonly userId: UserId;
    readonly oldPhone: string;
    readonly newPhone: string;
    readonly reason: string;
    readonly enteredAt: Date;
    readonly approvedAt: Date;
    readonly inForceAt: Date;
  },
): Promise<PhoneChangeId> {
  const values = { ...change, byOperator: true };
  const { id } = await tx.insertInto('phoneChanges').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setPhoneChangeApproved(
  tx: Tx,
  id: PhoneChangeId,
  approved: { readonly approvedBy: UserId; readonly approvedAt: Date; readonly inForceAt: Date },
): Promise<void> {
  await tx.updateTable('phoneChanges').set(approved).where('id', '=', id).execute();
}

export async function closePhoneChange(
  tx: Tx,
  id: PhoneChangeId,
  outcome: 'in_force' | 'not_me' | 'dropped',
  closedAt: Date,
): Promise<void> {
  await tx.updateTable('phoneChanges').set({ outcome, closedAt }).where('id', '=', id).execute();
}

export async function findPhoneChangeOutcome(
  tx: Tx,
  id: PhoneChangeId,
): Promise<'in_force' | 'not_me' | 'dropped' | null | undefined> {
  const row = await tx.selectFrom('phoneChanges').select('outcome').where('id', '=', id).executeTakeFirst();
  return row && (row.outcome as 'in_force' | 'not_me' | 'dropped' | null);
}

/**
 * The instant at which the person's latest change that came into force was confirmed; null for a phone that no office
 * changed.
 */
export async function findApprovalInForce(tx: Tx, userId: UserId): Promise<Date | null> {
  const row = await tx
    .selectFrom('phoneChanges')
    .select((eb) => eb.fn.max('approvedAt').as('approvedAt'))
    .where('userId', '=', userId)
    .where('outcome', '=', 'in_force')
    .executeTakeFirst();
  return row?.approvedAt ?? null;
}

/** Confirmed changes whose day has come. */
export async function listDuePhoneChanges(db: Db, now: Date, limit: number): Promise<PhoneChangeId[]> {
  const rows = await db
    .selectFrom('phoneChanges')
    .select('id')
    .where('closedAt', 'is', null)
    .where('inForceAt', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setPayoutsRest(tx: Tx, userId: UserId, payoutsRestUntil: Date | null): Promise<void> {
  await tx.updateTable('users').set({ payoutsRestUntil }).where('id', '=', userId).execute();
}

/** The instant until which nothing is paid out to a person whose phone staff have changed (R33.4); null for no rest. */
export async function findPayoutsRest(db: Db, userId: UserId): Promise<Date | null> {
  const row = await db.selectFrom('users').select('payoutsRestUntil').where('id', '=', userId).executeTakeFirst();
  return row?.payoutsRestUntil ?? null;
}

/** The staff of these institutions who have confirmed their address. */
export async function listStaffHearers(db: Db, mfiIds: readonly MfiId[]): Promise<Hearer[]> {
  const { rows } = await sql<Hearer>`
    select distinct u.id as "userId", u.email, u.language from mfi_staff s
    join users u on u.id = s.user_id join identities i on i.subject = u.subject
    where s.mfi_id = any (${mfiIds}) and i.email_verified_at is not null order by u.id`.execute(db);
  return rows;
}
