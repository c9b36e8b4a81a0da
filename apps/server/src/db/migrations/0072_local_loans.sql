-- Loans in local money (R23): asked for in it, fixed by the rate of the release, paid back by a plan in both moneys.

alter table proposals
  -- Asked for in local money; what is asked for in dollars follows from it (R23.3). Null where dollars were asked.
  add column asked_minor bigint check (asked_minor > 0),
  add column asked_currency text
    check (asked_currency in ('BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP')),
  add constraint asked_sum_names_its_currency check ((asked_minor is null) = (asked_currency is null)),
  -- Fixed at the release, for life (R23.4). Null for a loan in dollars.
  add column local_currency text
    check (local_currency in ('BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP')),
  add column rate_millionths bigint check (rate_millionths between 1 and 1000000000000),
  -- The day from which the rate counted.
  add column rate_on date,
  add column payout_minor bigint check (payout_minor > 0),
  add constraint local_loan_is_whole check (num_nonnulls(local_currency, rate_millionths, rate_on, payout_minor) in (0, 4)),
  add constraint local_loan_is_released check (local_currency is null or funded_cents > 0);

-- In the currency of the loan; null for a loan in dollars.
alter table instalments add column local_minor bigint check (local_minor >= 0);

-- The local money for which a payment counts in the plan of its loan: its own, or for dollars the least of their worth (R23.8).
alter table payments add column counted_minor bigint check (counted_minor >= 0);

-- The sum sent: that of the loan, or where it has no rate what staff say.
alter table withdrawals
  add column local_minor bigint check (local_minor > 0),
  add column local_currency text
    check (local_currency in ('USD', 'BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP')),
  add constraint local_sum_names_its_currency check ((local_minor is null) = (local_currency is null));

create view audit_of_local_loans as
  select 'the local plan and the dollars of a loan disagree on whether it is paid' as violation, p.id as proposal_id,
    format('local %s of %s, dollars %s of %s', d.counted, i.planned, p.repaid_cents, p.funded_cents) as detail
  from proposals p
  cross join lateral (
    select sum(local_minor) as planned from instalments where proposal_id = p.id
  ) i
  cross join lateral (
    select coalesce(sum(counted_minor), 0) as counted from payments where proposal_id = p.id and state = 'approved'
  ) d
  where p.local_currency is not null and (d.counted >= i.planned) is distinct from (p.repaid_cents >= p.funded_cents)
  union all
  select 'a payment counts for nothing in the plan of its loan', y.proposal_id, y.id::text
  from payments y join proposals p on p.id = y.proposal_id
  where y.state in ('pending', 'approved') and (y.counted_minor is null) <> (p.local_currency is null);
create or replace view audit as
  select * from audit_of_loans union all select * from audit_of_pay_ins union all select * from audit_of_statements
  union all select * from audit_of_tills union all select * from audit_of_gifts
  union all select * from audit_of_local_loans;
