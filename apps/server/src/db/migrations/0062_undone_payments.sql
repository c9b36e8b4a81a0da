-- A line that decides a payment gives it its own day (R22.2); taking the line back enters the payment anew as it was (R21.9).
alter table line_parts
  -- The payment waited for a decision before the line.
  add column was_pending boolean not null default false,
  -- The day that its payer had said; null for the day on which it was entered.
  add column said_paid_on date,
  add constraint only_a_payment_was_pending check (payment_id is not null or (not was_pending and said_paid_on is null));
