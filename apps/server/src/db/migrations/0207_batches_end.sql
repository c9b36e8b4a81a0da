-- A batch that nobody approves ends by itself (R34.3): cancelled without a reason.

alter table payout_batches
  drop constraint payout_batches_check2,
  add constraint batch_reason_is_of_cancelled check (reason is null or state = 'cancelled');
