-- An approved repayment that names an account waits for its line like a receipt, and needs a reason when none comes (R21.10).

alter table day_reasons
  add column payment_id bigint unique references payments (id),
  drop constraint day_reason_is_of_one,
  add constraint day_reason_is_of_one check (num_nonnulls(receipt_id, withdrawal_id, payout_id, payment_id) = 1);
create index payments_by_account on payments (account_id) where account_id is not null and state = 'approved';
