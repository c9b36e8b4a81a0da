-- A part that an owner took is not the local sum that they asked for (R31.2); before the release it counts in dollars (R23.3).

-- Changes on their way end before, with the old part; those that follow count with the new one.
lock table proposals in share row exclusive mode;

create or replace function figures_of(p proposals) returns table (
  mfi_id bigint, status smallint, is_approved boolean, balance_currency text, amount_currency text,
  balance_cents bigint, amount_cents bigint, balance_minor bigint, amount_minor bigint
) language sql immutable parallel safe as $$
  select p.mfi_id, p.status, p.approved_at is not null,
    case when p.payout_minor is null then 'USD' else p.local_currency end,
    case when p.payout_minor is not null then p.local_currency
      when p.funded_cents = 0 and p.amount_asked_cents is null and p.asked_minor is not null then p.asked_currency
      else 'USD' end,
    greatest(p.backed_cents, p.funded_cents), p.amount_cents,
    coalesce(p.payout_minor, greatest(p.backed_cents, p.funded_cents)),
    coalesce(p.payout_minor, case when p.funded_cents = 0 and p.amount_asked_cents is null then p.asked_minor end, p.amount_cents)
  where p.deleted_at is null and p.status >= 2
$$;
