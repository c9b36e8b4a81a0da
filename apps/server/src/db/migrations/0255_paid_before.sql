-- A backing from before its institution awaited money has no day until money that the bank took back leaves a part of it unpaid. The rest
-- is still from before, and goes back to where it came from (R20.9, R5.3).
alter table investments
  -- The part that such a backing with a day still has from outside and from before, without what was paid anew; null for all others.
  -- A backing that has it took its credit from the common one.
  add column paid_before_cents bigint check (paid_before_cents >= 0);

-- Journals tell what each settling and unsettling left. Parts of a loan that the house took over are in no journal of the backing.
update investments i set paid_before_cents = greatest(f.paid_cents + f.least_cents - f.moved_cents, 0)
from (
  select m.proposal_id, m.id, m.paid_cents, min(m.until_cents) as least_cents, sum(m.cents) as moved_cents
  from (
    select b.proposal_id, b.id, b.amount_cents - b.from_credit_cents - b.unpaid_cents as paid_cents, s.cents,
      sum(s.cents) over (partition by b.proposal_id, b.id order by s.id) as until_cents
    from investments b
    join proposals p on p.id = b.proposal_id
    join mfis o on o.id = p.mfi_id and o.collection = 'expected'
    join journals j on j.proposal_id = b.proposal_id and j.investment_id = b.id and j.kind = 'backing' and j.id <= o.opening_journal_id
    cross join lateral (
      select id, case kind when 'settled' then amount_cents else -amount_cents end as cents from journals
      where proposal_id = b.proposal_id and investment_id = b.id and kind in ('settled', 'unsettled')
    ) s
    where b.pay_by is not null and b.released_at is null
  ) m
  group by m.proposal_id, m.id, m.paid_cents
) f
where i.proposal_id = f.proposal_id and i.id = f.id;

-- A backing gets a day and keeps it: what is from before begins as all that came, and is never more than what there is.
create function keep_paid_before() returns trigger language plpgsql as $$
begin
  new.paid_before_cents := greatest(0, least(
    coalesce(old.paid_before_cents, new.amount_cents), new.amount_cents - new.from_credit_cents - new.unpaid_cents
  ));
  return new;
end $$;
create trigger investments_keep_paid_before
  before update of amount_cents, from_credit_cents, unpaid_cents, pay_by, paid_before_cents on investments for each row
  when (old.paid_before_cents is not null or (old.pay_by is null and new.pay_by is not null))
  execute function keep_paid_before();
