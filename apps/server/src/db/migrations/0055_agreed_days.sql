-- Why money that was booked by hand has no line on the day on which its account was agreed (R21.10).
create table day_reasons (
  receipt_id bigint primary key references receipts (id),
  account_id bigint not null references money_accounts (id),
  day date not null,
  reason text not null check (char_length(reason) between 1 and 500),
  given_by bigint not null references users (id),
  given_at timestamptz(3) not null
);
create index day_reasons_of_account on day_reasons (account_id, day);
