import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Payer } from './owing.repository.ts';
import { standingOfReceipts } from './standing.repository.ts';

/**
 * The money of a person that came by receipts of which nobody else is sure yet: entered by hand, or read from a file without
 * balances. Another has to say so, or a line of a day that another agreed (R25.10, R19.9). What such a receipt paid and was given back counts
 * with what it left as credit (R20.9).
 */
export async function findUnsureCents(db: Db, { mfiId, userId }: Payer): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    with covering as (
      select d.receipt_id, s.opening_minor is not null and s.closing_minor is not null as has_balances,
        exists (
          select from agreed_days g
          where g.account_id = l.account_id and g.day = coalesce(l.stands_on, l.booked_on) and g.agreed_by <> r.user_id
        ) as is_agreed
      from receipts r
      join line_parts d on d.receipt_id = r.id and d.undone_at is null
      join statement_lines l on l.id = d.line_id
      join statements s on s.id = l.statement_id
      where r.user_id = ${userId} and r.mfi_id = ${mfiId}
    ), unsure as (
      select r.id, r.amount_cents from receipts r
      where r.user_id = ${userId} and r.mfi_id = ${mfiId} and r.state = 'booked' and r.confirmed_at is null
        and not exists (select from covering c where c.receipt_id = r.id and c.is_agreed)
        and (r.entered_by_hand or exists (select from covering c where c.receipt_id = r.id and not c.has_balances))
    )
    select coalesce(sum(u.amount_cents - coalesce(s.cents, 0)), 0)::bigint as cents
    from unsure u left join ${standingOfReceipts({ mfiId, userId })} s on s.receipt_id = u.id`.execute(db);
  return rows[0]?.cents ?? (0 as Cents);
}
