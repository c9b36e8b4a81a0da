import type { DrawId, MfiId, MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Drawable } from '@sathi/domain/own-money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** The row of an institution's own money; null at trust (R19.3). */
export async function findHouse(db: Db, mfiId: MfiId): Promise<UserId | null> {
  const row = await db.selectFrom('mfis').select('houseId').where('id', '=', mfiId).executeTakeFirst();
  return row?.houseId ?? null;
}

type Home = Pick<Drawable, 'ownHomeCents' | 'drawnBySelfCents' | 'drawnByOthersCents'>;

/** The sum that came home on parts which this member of staff advanced, and what they and others took out. Asked under the lock of the house's credit. */
export async function findHome(
  tx: Tx,
  { mfiId, houseId, userId }: { readonly mfiId: MfiId; readonly houseId: UserId; readonly userId: UserId },
): Promise<Home> {
  const { rows } = await sql<Home>`
    with house as (
      select id from accounts where kind = 'wallet' and proposal_key = 0 and user_key = ${houseId} and mfi_key = ${mfiId}
    ), advanced as (
      select distinct j.proposal_id from journals j join proposals p on p.id = j.loan_id
      where p.mfi_id = ${mfiId} and j.kind = 'taken_over' and j.receipt_id is null and j.actor_id = ${userId}
    )
    select coalesce((
        select sum(case when t.to_account_id = h.id then t.amount_cents else -t.amount_cents end)
        from advanced v join transfers t on t.proposal_id = v.proposal_id
        join house h on h.id in (t.from_account_id, t.to_account_id)
      ), 0)::bigint as "ownHomeCents",
      d.self as "drawnBySelfCents", d.others as "drawnByOthersCents"
    from (
      select coalesce(sum(amount_cents) filter (where drawn_by = ${userId}), 0)::bigint as self,
        coalesce(sum(amount_cents) filter (where drawn_by <> ${userId}), 0)::bigint as others
      from own_money_draws where mfi_id = ${mfiId}
    ) d`.execute(tx);
  return rows[0] as (typeof rows)[0];
}

export async function insertDraw(
  tx: Tx,
  draw: {
    readonly mfiId: MfiId;
    readonly amountCents: Cents;
    readonly accountId: MoneyAccountId;
    readonly reference: string;
    readonly drawnBy: UserId;
    readonly drawnAt: Date;
  },
): Promise<DrawId> {
  return (await tx.insertInto('ownMoneyDraws').values(draw).returning('id').executeTakeFirstOrThrow()).id;
}
