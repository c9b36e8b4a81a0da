-- How a repayment was made, and the numbers by which people say that they paid (R22.1–R22.3).

alter table payments
  add column channel text check (channel in ('bank', 'mobile_wallet', 'cash')),
  -- The account of the institution that the money went to.
  add column account_id bigint references money_accounts (id),
  -- The number that the bank or the wallet gave the payer, as it was typed.
  add column own_reference text check (char_length(own_reference) between 1 and 64),
  -- Decides lateness (R22.2). Null for the day on which it was entered.
  add column paid_on date,
  -- A picture for the owner and the staff, gone 24 months after the loan was repaid.
  add column slip text references files (key),
  add column local_minor bigint check (local_minor > 0),
  add column local_currency text check (local_currency in ('USD', 'BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP')),
  -- The value at the rate of the day less the dollars: the institution's gain, or its loss (R23.6). Null without a rate.
  add column gain_cents bigint,
  -- Opens the public receipt of an approved payment.
  add column receipt_code text unique check (receipt_code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  add constraint local_sum_names_its_currency check ((local_minor is null) = (local_currency is null));
create index payments_by_slip on payments (slip) where slip is not null;

-- The numbers by which people say that they paid, while what they entered stands: each pays once (R22.1).
create table own_references (
  mfi_id bigint not null references mfis (id),
  channel text not null,
  -- In capitals.
  reference text not null,
  payment_id bigint unique references payments (id),
  receipt_id bigint unique references receipts (id),
  primary key (mfi_id, channel, reference),
  constraint own_reference_is_of_one check (num_nonnulls(payment_id, receipt_id) = 1)
);
insert into own_references (mfi_id, channel, reference, receipt_id)
select mfi_id, channel, upper(own_reference), id from receipts where own_reference is not null and state <> 'reversed';
