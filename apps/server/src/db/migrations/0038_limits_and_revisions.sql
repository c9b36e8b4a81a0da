-- The amounts that an institution lends, asked from the next publishing on. Null where it has set no bound, as the
-- specification has it. The growth is in hundredths of the largest loan that a person has repaid on time.
alter table mfis
  add column loan_minimum_cents bigint check (loan_minimum_cents >= 100),
  add column loan_maximum_cents bigint check (loan_maximum_cents >= 100),
  add column first_loan_cents bigint check (first_loan_cents >= 100),
  add column loan_growth_percent smallint check (loan_growth_percent between 100 and 500);

-- How often the words and figures of a proposal were changed: a decision about it, or another edit, says which it has read
-- (R2.2).
alter table proposals add column revision integer not null default 0;
