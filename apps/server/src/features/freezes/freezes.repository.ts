import type { FreezeId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Freeze, Frozen } from '@sathi/domain/freezes.ts';
import type { Proposal } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';

export type FreezeRow = Freeze & {
  readonly id: FreezeId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  /** Null for a proposal. */
  readonly personId: UserId | null;
  readonly proposalId: ProposalId | null;
  readonly reason: string;
  readonly frozenAt: Date;
  readonly personName: string;
  readonly title: string | null;
  readonly frozenByName: string;
  readonly undoEnteredByName: string | null;
};
type Selected = Omit<FreezeRow, 'undo'> & { readonly enteredBy: UserId | null; readonly enteredAt: Date | null };

type Wanted = { readonly mfiId?: MfiId; readonly personId?: UserId; readonly id?: FreezeId };

/** Standing freezes: of an institution, for its staff, or of a person with those of their proposals, for themselves. */
async function selectStanding(db: Db, { mfiId, personId, id }: Wanted): Promise<FreezeRow[]> {
  const { rows } = await sql<Selected>`
    select z.id, z.mfi_id as "mfiId", m.name as "mfiName", z.user_id as "personId", z.proposal_id as "proposalId",
      z.reason, z.frozen_at as "frozenAt", u.id as "userId", u.first_name || ' ' || u.last_name as "personName",
      ${knownTitle(sql`${personId ?? null}::bigint`)} as title,
      b.first_name || ' ' || b.last_name as "frozenByName",
      z.undo_entered_by as "enteredBy", z.undo_entered_at as "enteredAt",
      e.first_name || ' ' || e.last_name as "undoEnteredByName"
    from freezes z
    join mfis m on m.id = z.mfi_id
    left join proposals p on p.id = z.proposal_id
    join users u on u.id = coalesce(z.user_id, p.owner_id)
    join users b on b.id = z.frozen_by
    left join users e on e.id = z.undo_entered_by
    where z.lifted_at is null
      and (${mfiId ?? null}::bigint is null or z.mfi_id = ${mfiId ?? null}::bigint)
      and (${personId ?? null}::bigint is null or u.id = ${personId ?? null}::bigint)
      and (${id ?? null}::bigint is null or z.id = ${id ?? null}::bigint)
    order by z.id desc`.execute(db);
  return rows.map(({ enteredBy, enteredAt, ...row }) => ({
    ...row,
    undo: enteredBy !== null && enteredAt !== null ? { enteredBy, enteredAt } : null,
  }));
}

export async function listFreezes(db: Db, mfiId: MfiId): Promise<FreezeRow[]> {
  return selectStanding(db, { mfiId });
}

export async function listFreezesOf(db: Db, personId: UserId): Promise<FreezeRow[]> {
  return selectStanding(db, { personId });
}

/** Holds the freeze until the transaction ends. */
export async function lockFreeze(tx: Tx, mfiId: MfiId, id: FreezeId): Promise<FreezeRow | undefined> {
  await sql`select id from freezes where id = ${id} for no key update`.execute(tx);
  const [row] = await selectStanding(tx, { mfiId, id });
  return row;
}

export type ProposalFreeze = Pick<FreezeRow, 'id' | 'personId' | 'proposalId' | 'reason' | 'frozenAt'>;

/** Standing freezes of a proposal and of these people, by its institution. */
export async function listFreezesAround(
  db: Db,
  { id, mfiId }: Pick<Proposal, 'id' | 'mfiId'>,
  people: readonly UserId[],
): Promise<ProposalFreeze[]> {
  const { rows } = await sql<ProposalFreeze>`
    select id, user_id as "personId", proposal_id as "proposalId", reason, frozen_at as "frozenAt" from freezes
    where lifted_at is null and mfi_id = ${mfiId} and (proposal_id = ${id} or user_id = any (${people}::bigint[]))
    order by id desc`.execute(db);
  return rows;
}

/** The people for whom a proposal is stopped, for the rules (R34.7); read after the lock of the proposal. */
export async function findFrozenFor(tx: Tx, id: ProposalId): Promise<NonNullable<Proposal['frozenFor']>> {
  const { rows } = await sql<{ userId: UserId; isOwner: boolean }>`
    select coalesce(f.user_id, p.owner_id) as "userId", coalesce(f.user_id = p.owner_id, true) as "isOwner"
    from proposals p join freezes f on f.mfi_id = p.mfi_id
    where p.id = ${id} and f.lifted_at is null and (f.user_id is not null or f.proposal_id = p.id)`.execute(tx);
  return rows.some(({ isOwner }) => isOwner) ? 'everybody' : rows.map(({ userId }) => userId);
}

/** Whether an institution has stopped this person. */
export async function isFrozen(db: Db, mfiId: MfiId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('freezes')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('userId', '=', userId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person whom an institution knows: as its own staff, or by a proposal, a backing or credit there. */
export async function findKnownPerson(db: Db, mfiId: MfiId, userId: UserId): Promise<Frozen | undefined> {
  const { rows } = await sql<{ mfiIds: MfiId[] }>`
    select coalesce((select jsonb_agg(s.mfi_id) from mfi_staff s where s.user_id = u.id), '[]'::jsonb) as "mfiIds"
    from users u where u.id = ${userId} and (
      exists (select from mfi_staff s where s.user_id = u.id and s.mfi_id = ${mfiId})
      or exists (select from proposals p where p.owner_id = u.id and p.mfi_id = ${mfiId})
      or exists (
        select from investments i join proposals p on p.id = i.proposal_id
        where i.investor_id = u.id and p.mfi_id = ${mfiId}
      )
      or exists (
        select from accounts a
        where a.kind in ('wallet', 'leaving') and a.proposal_key = 0 and a.user_key = u.id and a.mfi_key = ${mfiId}
          and a.balance_cents <> 0
      )
    )`.execute(db);
  return rows[0] && { userId, mfiIds: rows[0].mfiIds };
}

type NewFreeze = {
  readonly mfiId: MfiId;
  readonly userId: UserId | null;
  readonly proposalId: ProposalId | null;
  readonly reason: string;
  readonly frozenBy: UserId;
  readonly frozenAt: Date;
};

/** Writes a freeze; undefined when its person or proposal is stopped already. */
export async function insertFreeze(tx: Tx, freeze: NewFreeze): Promise<FreezeId | undefined> {
  const row = await tx
    .insertInto('freezes')
    .values(freeze)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function setUndo(tx: Tx, id: FreezeId, undoEnteredBy: UserId, undoEnteredAt: Date): Promise<void> {
  await tx.updateTable('freezes').set({ undoEnteredBy, undoEnteredAt }).where('id', '=', id).execute();
}

export async function setLifted(tx: Tx, id: FreezeId, liftedBy: UserId, liftedAt: Date): Promise<void> {
  await tx.updateTable('freezes').set({ liftedBy, liftedAt }).where('id', '=', id).execute();
}

/**
 * Marks and returns the freezes of which nobody was reminded for a month; each is marked once, however many processes
 * look.
 */
export async function takeUnreminded(tx: Tx, now: Date): Promise<FreezeRow[]> {
  const { rows } = await sql<{ id: FreezeId; mfiId: MfiId }>`
    update freezes set reminded_at = ${now} where id in (
      select id from freezes where lifted_at is null
        and coalesce(reminded_at, frozen_at) <= ${now}::timestamptz - interval '1 month'
      order by id limit 100 for no key update skip locked
    ) returning id, mfi_id as "mfiId"`.execute(tx);
  return Promise.all(rows.map(async ({ id }) => (await selectStanding(tx, { id }))[0] as FreezeRow));
}

type Person = Hearer & { readonly email: string };

export async function findHearer(db: Db, userId: UserId): Promise<Person> {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row as Person;
}

export async function listManagers(db: Db, mfiId: MfiId): Promise<Person[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('mfiStaff as s', 's.userId', 'u.id')
    .select(['u.id as userId', 'u.email', 'u.language'])
    .where('s.mfiId', '=', mfiId)
    .where('s.role', '=', 'manager')
    .orderBy('u.id')
    .execute();
  return rows as Person[];
}
