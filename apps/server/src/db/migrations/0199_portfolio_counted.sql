-- The loans from before the portfolio was kept, and the proof of all of them. A loan that was written meanwhile stays as it is.

insert into loan_dues (proposal_id, mfi_id, unpaid_on, is_written_off, outstanding_cents, currency, outstanding_minor)
select proposal_id, mfi_id, unpaid_on, is_written_off, outstanding_cents, currency, outstanding_minor
from dues_of_plans where outstanding_cents > 0 order by proposal_id
on conflict (proposal_id) do nothing;

create view audit_of_dues as
  select 'a loan is not kept as late as its plan says' as violation, n.proposal_id,
    format('%s, owes %s, %s %s', n.unpaid_on, n.outstanding_cents, n.outstanding_minor, n.currency) as detail
  from dues_of_plans n left join loan_dues k on k.proposal_id = n.proposal_id
  where case when k.proposal_id is null then n.outstanding_cents <> 0
    else (n.mfi_id, n.unpaid_on, n.is_written_off, n.outstanding_cents, n.currency, n.outstanding_minor)
      is distinct from (k.mfi_id, k.unpaid_on, k.is_written_off, k.outstanding_cents, k.currency, k.outstanding_minor) end
  union all
  select 'the portfolio of an institution is not that of its loans', null,
    format('institution %s, unpaid on %s, written off %s: %s loans, %s, %s %s', mfi_id, unpaid_on, is_written_off,
      sum(loans), sum(outstanding_cents), sum(outstanding_minor), currency)
  from (
    select mfi_id, unpaid_on, is_written_off, currency, 1::bigint as loans, outstanding_cents, outstanding_minor
    from loan_dues where outstanding_cents > 0
    union all
    select mfi_id, unpaid_on, is_written_off, currency, -loans, -outstanding_cents, -outstanding_minor from portfolio_figures
  ) counted
  group by mfi_id, unpaid_on, is_written_off, currency
  having (sum(loans), sum(outstanding_cents), sum(outstanding_minor)) <> (0, 0, 0);

create or replace view audit as
  select * from audit_of_loans union all select * from audit_of_pay_ins union all select * from audit_of_statements
  union all select * from audit_of_tills union all select * from audit_of_gifts
  union all select * from audit_of_local_loans union all select * from audit_of_sending
  union all select * from audit_of_loan_ends union all select * from audit_of_cancelling
  union all select * from audit_of_figures union all select * from audit_of_dues;
