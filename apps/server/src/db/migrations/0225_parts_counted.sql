-- The figures of the parts from before.
insert into institution_figures (mfi_id, status, is_approved, balance_currency, amount_currency,
  loans, balance_cents, amount_cents, balance_minor, amount_minor)
select mfi_id, status, is_approved, balance_currency, amount_currency,
  loans, balance_cents, amount_cents, balance_minor, amount_minor
from uncounted_figures;
