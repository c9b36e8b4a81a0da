-- The request that caused the work, for the log; null for work by the clock.
alter table outbox add column request_id text;
alter table chain_operations add column request_id text;
