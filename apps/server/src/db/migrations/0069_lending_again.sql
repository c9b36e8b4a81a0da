-- Credit that is lent again by a rule of its person, once a day (R25.8).
create table relend_rules (
  user_id bigint not null references users (id),
  mfi_id bigint not null references mfis (id),
  -- Off, a rule keeps its sums for the next time.
  is_on boolean not null,
  -- Null for any loan of the institution.
  campaign_id bigint references campaigns (id),
  per_loan_cents bigint not null check (per_loan_cents > 0),
  -- So much credit stays.
  keep_cents bigint not null check (keep_cents >= 0),
  -- The day, at the place of the institution, that is done; a rule of this morning begins tomorrow.
  ran_on date,
  primary key (user_id, mfi_id)
);
create index relend_rules_on on relend_rules (mfi_id) where is_on;
