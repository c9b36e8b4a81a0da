import { sql } from 'kysely';
import type { Payer } from './owing.repository.ts';

/**
 * A table `(receipt_id, cents)` for a `from`: what each booked receipt of a person still pays of their backings at an institution.
 * The rest is their credit, also what such a receipt paid and was given back since (R20.9).
 *
 * A receipt that the bank takes back may leave unpaid what another receipt paid (R20.8); what it paid itself stays, on the money
 * of that other one. So each part of a backing has levels, the latest payment on top, and what is unpaid again comes off the
 * top; what a receipt loses by the taking back of another it stands for in the parts that the reversed ones paid, the oldest
 * receipt first, because old money is held the shortest.
 */
export const standingOfReceipts = ({ mfiId, userId }: Payer) => sql`(
  with moves as (
    select j.id, j.proposal_id, j.investment_id, j.receipt_id,
      case j.kind when 'settled' then 1 else -1 end * greatest(j.amount_cents - coalesce(own.amount_cents, 0), 0) as cents
    from investments i
    join proposals p on p.id = i.proposal_id and p.mfi_id = ${mfiId}
    join journals j on j.proposal_id = i.proposal_id and j.investment_id = i.id and j.kind in ('settled', 'unsettled')
    left join journals own on own.receipt_id = j.receipt_id and own.investment_id = j.investment_id
      and own.kind in ('settled', 'unsettled') and own.kind <> j.kind
    where i.investor_id = ${userId}
  ), levels as (
    select moves.*, sum(cents) over (partition by investment_id order by id) as top from moves
  ), kept as (
    select levels.*, greatest(least(cents, min(top) over (
        partition by investment_id order by id rows between current row and unbounded following
      ) - (top - cents)), 0) as kept_cents
    from levels
  ), paid as (
    select r.id, r.state, sum(k.cents - k.kept_cents) as lost_cents,
      coalesce(sum(k.kept_cents) filter (where not exists (
        select from journals b where b.proposal_id = k.proposal_id and b.id > k.id
          and (b.kind = 'release' or (b.kind = 'cancelled' and b.investment_id = k.investment_id))
      )), 0) as standing_cents
    from kept k join receipts r on r.id = k.receipt_id
    where k.cents > 0 group by r.id, r.state
  ), free as (
    select coalesce(sum(standing_cents), 0) as cents from paid where state = 'reversed'
  )
  select paid.id as receipt_id, standing_cents + greatest(least(
      lost_cents, free.cents - (sum(lost_cents) over (order by paid.id) - lost_cents)
    ), 0) as cents
  from paid cross join free where state = 'booked'
)`;
