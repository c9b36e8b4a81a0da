-- The figures of the proposals from before, and the proof of all of them.

-- The difference between the proposals and the figures. Both are read at one moment, so it is right while proposals change.
create view uncounted_figures as
  select mfi_id, status, is_approved, balance_currency, amount_currency, sum(loans)::bigint as loans,
    sum(balance_cents)::bigint as balance_cents, sum(amount_cents)::bigint as amount_cents,
    sum(balance_minor)::bigint as balance_minor, sum(amount_minor)::bigint as amount_minor
  from (
    select f.mfi_id, f.status, f.is_approved, f.balance_currency, f.amount_currency, 1::bigint as loans,
      f.balance_cents, f.amount_cents, f.balance_minor, f.amount_minor
    from proposals p cross join lateral figures_of(p) f
    union all
    select mfi_id, status, is_approved, balance_currency, amount_currency, -loans,
      -balance_cents, -amount_cents, -balance_minor, -amount_minor
    from institution_figures
  ) counted
  group by mfi_id, status, is_approved, balance_currency, amount_currency
  having (sum(loans), sum(balance_cents), sum(amount_cents), sum(balance_minor), sum(amount_minor)) <> (0, 0, 0, 0, 0);

insert into institution_figures (mfi_id, status, is_approved, balance_currency, amount_currency,
  loans, balance_cents, amount_cents, balance_minor, amount_minor)
select mfi_id, status, is_approved, balance_currency, amount_currency,
  loans, balance_cents, amount_cents, balance_minor, amount_minor
from uncounted_figures;

create view audit_of_figures as
  select 'the figures of an institution are not those of its proposals' as violation, null::bigint as proposal_id,
    format('institution %s, status %s, approved %s: %s loans uncounted, balance %s, amount %s, %s %s, %s %s', mfi_id, status,
      is_approved, loans, balance_cents, amount_cents, balance_minor, balance_currency, amount_minor, amount_currency) as detail
  from uncounted_figures;

create or replace view audit as
  select * from audit_of_loans union all select * from audit_of_pay_ins union all select * from audit_of_statements
  union all select * from audit_of_tills union all select * from audit_of_gifts
  union all select * from audit_of_local_loans union all select * from audit_of_sending
  union all select * from audit_of_loan_ends union all select * from audit_of_cancelling
  union all select * from audit_of_figures;
