-- Jobs are taken up one kind at a time, so that none waits behind a kind whose other side is away. What waits in one lane
-- must not be read through by the others.
create index outbox_due_by_kind on outbox (kind, run_at, id) where done_at is null and failed_at is null;
drop index outbox_due;
