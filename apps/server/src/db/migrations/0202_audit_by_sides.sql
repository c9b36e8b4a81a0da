-- The audit of pay-ins as before. An account is found by each side of a transfer: to look for it on either side at once, a minute of
-- 8,000 backings compared each account with each transfer.
create or replace view audit_of_pay_ins as
  select 'awaited is not what backings owe' as violation, p.id as proposal_id, a.balance_cents::text as detail
  from proposals p
  left join accounts a on a.kind = 'awaited' and a.proposal_key = p.id and a.user_key = 0
  left join (
    select proposal_id, sum(unpaid_cents) as unpaid from investments where released_at is null group by proposal_id
  ) i on i.proposal_id = p.id
  where a.balance_cents is distinct from -p.unpaid_cents or p.unpaid_cents <> coalesce(i.unpaid, 0)
  union all
  select 'a backing owes more than it may', i.proposal_id, i.id::text
  from investments i join proposals p on p.id = i.proposal_id
  where i.unpaid_cents > 0
    and (i.unpaid_cents > i.amount_cents - i.from_credit_cents or i.released_at is not null or p.status in (5, 6))
  union all
  select 'credit of one institution is in the journal of another', j.loan_id, j.kind || ' ' || j.id
  from transfers t
  join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
  cross join lateral (values (t.from_account_id), (t.to_account_id)) as side (account_id)
  join accounts a on a.id = side.account_id
  left join proposals p on p.id = j.loan_id
  where a.mfi_id <> coalesce(j.mfi_id, p.mfi_id)
  union all
  select 'what is below zero is not the overdraft', null, kind || ' ' || id
  from accounts where kind = 'wallet' and overdraft_cents <> greatest(0, -balance_cents)
  union all
  select 'money is leaving that nobody asked for', null, a.id::text
  from accounts a
  left join (
    select user_id, mfi_id, sum(amount_cents) as asked from payouts where state = 'requested' group by user_id, mfi_id
  ) o on o.user_id = a.user_id and o.mfi_id = a.mfi_id
  where a.kind = 'leaving' and a.balance_cents <> coalesce(o.asked, 0)
  union all
  select 'a payout is not what its journals moved', null, o.id::text
  from payouts o
  left join (
    select payout_id, sum(amount_cents) filter (where kind = 'payout_asked') as asked,
      sum(case kind when 'payout_dropped' then amount_cents else 0 end) as dropped,
      sum(case kind when 'payout_sent' then amount_cents when 'payout_unsent' then -amount_cents else 0 end) as sent,
      sum(case kind when 'payout_failed' then amount_cents when 'payout_unfailed' then -amount_cents else 0 end) as failed
    from journals where payout_id is not null group by payout_id
  ) j on j.payout_id = o.id
  where o.amount_cents is distinct from j.asked
    or j.dropped <> case when o.state in ('rejected', 'cancelled') then o.amount_cents else 0 end
    or j.sent <> case when o.state in ('sent', 'confirmed', 'failed') then o.amount_cents else 0 end
    or j.failed <> case o.state when 'failed' then o.amount_cents else 0 end
  union all
  select 'a receipt is not what its journals moved', null, r.id::text
  from receipts r
  left join (
    select receipt_id, mfi_id,
      sum(amount_cents) filter (where kind = 'received') as received,
      sum(amount_cents) filter (where kind = 'received_reversed') as reversed
    from journals where kind in ('received', 'received_reversed') group by receipt_id, mfi_id
  ) j on j.receipt_id = r.id and j.mfi_id = r.mfi_id
  where r.amount_cents is distinct from case r.state when 'collected' then r.amount_cents else coalesce(j.received, 0) end
    or (r.state = 'collected' and j.received is not null)
    or coalesce(j.reversed, 0) <> case r.state when 'reversed' then r.amount_cents else 0 end
  union all
  select 'an institution holds other than its documents say', null, mfi_id || ': ' || held_cents || ', ' || explained_cents
  from positions where held_cents <> explained_cents
  union all
  select 'a payment is not what its journals moved', y.proposal_id, y.id::text
  from payments y
  left join (
    select proposal_id, payment_id, sum(amount_cents) filter (where kind = 'payment_approved') as approved,
      sum(amount_cents) filter (where kind = 'payment_reversed') as reversed
    from journals where kind in ('payment_approved', 'payment_reversed') group by proposal_id, payment_id
  ) j on j.proposal_id = y.proposal_id and j.payment_id = y.id
  where coalesce(j.approved, 0) <> case when y.state in ('approved', 'reversed') then y.amount_cents else 0 end
    or coalesce(j.reversed, 0) <> case y.state when 'reversed' then y.amount_cents else 0 end;
