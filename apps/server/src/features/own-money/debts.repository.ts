import type { DebtId, MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { hasEnded } from '@sathi/domain/staff.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type DebtRow = {
  readonly mfiId: MfiId;
  readonly userId: UserId;
  readonly name: string;
  /** The sum by which the credit is below zero, as a positive number. */
  readonly amountCents: Cents;
  /** The instant since which the credit has been below zero. */
  readonly since: Date;
};

/** People whose credit with an institution is below zero, the oldest first; those of all institutions without `mfiId`. */
export async function listDebts(
  db: Db,
  { mfiId, userId }: { readonly mfiId?: MfiId; readonly userId?: UserId },
): Promise<DebtRow[]> {
  const { rows } = await sql<DebtRow>`
    select a.mfi_id as "mfiId", a.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
      (-a.balance_cents)::bigint as "amountCents", s.since
    from accounts a
    join users u on u.id = a.user_id and not u.is_institution
    cross join lateral (
      -- The first journal after the last one that left the credit at zero or above.
      select min(m.at) filter (where m.id > coalesce(m.last_sound, 0)) as since from (
        select r.*, max(r.id) filter (where r.balance >= 0) over () as last_sound from (
          select j.id, j.at, sum(c.cents) over (order by j.id) as balance from (
            select t.proposal_id, t.journal_id,
              sum(case when t.to_account_id = a.id then t.amount_cents else -t.amount_cents end) as cents
            from transfers t where a.id in (t.from_account_id, t.to_account_id) group by t.proposal_id, t.journal_id
          ) c
          join journals j on j.proposal_id = c.proposal_id and j.id = c.journal_id
        ) r
      ) m
    ) s
    where a.kind = 'wallet' and a.mfi_id is not null and a.balance_cents < 0
      and (${mfiId ?? null}::bigint is null or a.mfi_id = ${mfiId ?? null}::bigint)
      and (${userId ?? null}::bigint is null or a.user_id = ${userId ?? null}::bigint)
    order by s.since, a.user_id`.execute(db);
  return rows;
}

export type DebtEntry = {
  readonly id: DebtId;
  readonly userId: UserId;
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredByName: string;
  readonly enteredAt: Date;
  readonly approvedAt: Date | null;
};

/** The entries to take debts over, without those that nobody confirmed in time (R34.3). */
export async function listDebtEntries(
  db: Db,
  { mfiId, id }: { readonly mfiId: MfiId; readonly id?: DebtId },
  now: Date,
): Promise<DebtEntry[]> {
  const { rows } = await sql<DebtEntry>`
    select d.id, d.user_id as "userId", d.reason, d.entered_by as "enteredBy",
      trim(u.first_name || ' ' || u.last_name) as "enteredByName", d.entered_at as "enteredAt",
      d.approved_at as "approvedAt"
    from debt_takeovers d join users u on u.id = d.entered_by
    where d.mfi_id = ${mfiId} and (${id ?? null}::bigint is null or d.id = ${id ?? null}::bigint)
    order by d.id`.execute(db);
  return rows.filter((entry) => entry.approvedAt !== null || !hasEnded(entry, now));
}

export async function insertDebtEntry(
  tx: Tx,
  entry: {
    readonly mfiId: MfiId;
    readonly userId: UserId;
    readonly amountCents: Cents;
    readonly reason: string;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
  },
): Promise<DebtId> {
  return (await tx.insertInto('debtTakeovers').values(entry).returning('id').executeTakeFirstOrThrow()).id;
}

export async function setDebtApproved(
  tx: Tx,
  id: DebtId,
  approval: {
    readonly amountCents: Cents;
    readonly approvedBy: UserId;
    readonly approvedAt: Date;
    readonly selfApproved: boolean;
  },
): Promise<void> {
  await tx.updateTable('debtTakeovers').set(approval).where('id', '=', id).execute();
}
