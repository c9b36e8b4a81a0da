-- Jobs that were given up are counted at each look at the figures of a process, among many that are done.
create index outbox_given_up on outbox (kind) where failed_at is not null;
