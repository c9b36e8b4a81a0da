-- By which account money came, as the account booked it, and who is sure of it (R20.6, R20.7, R25.10).
alter table receipts
  -- Null for one that names no account.
  add column account_id bigint references money_accounts (id),
  add column local_minor bigint check (local_minor > 0),
  -- The worth on the value day beyond what was booked; null without a rate (R23.6).
  add column gain_cents bigint,
  -- The number that the bank or the wallet gave the payment, as staff typed it (R22.1).
  add column channel text check (channel in ('bank', 'mobile_wallet', 'cash')),
  add column own_reference text check (char_length(own_reference) between 1 and 64),
  -- Another person has to say that it came, before it leaves (R25.10).
  add column entered_by_hand boolean not null default false,
  add column confirmed_by bigint references users (id),
  add column confirmed_at timestamptz(3),
  add constraint local_is_of_an_account check ((account_id is null) = (local_minor is null)),
  add constraint own_reference_has_channel check (own_reference is null or channel is not null),
  add constraint confirmer_is_not_payer check (confirmed_by <> user_id),
  add constraint confirmation_is_whole check ((confirmed_by is null) = (confirmed_at is null));
create unique index receipts_own_reference on receipts (mfi_id, channel, upper(own_reference))
  where own_reference is not null and state <> 'reversed';

-- “I have paid”: the day on which it was said, and what was said (R20.2).
alter table pay_in_orders
  add column told_on date,
  add column told_paid_on date,
  add column told_channel text check (told_channel in ('bank', 'mobile_wallet', 'cash')),
  add column told_reference text check (char_length(told_reference) between 1 and 64),
  add constraint told_is_whole check (num_nonnulls(told_on, told_paid_on, told_channel) in (0, 3));
