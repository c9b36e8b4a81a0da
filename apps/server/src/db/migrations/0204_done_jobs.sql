-- Jobs that are done and may be forgotten are found among those that stay for ever, because the audit holds the events of
-- proposals against them: without it each hour reads all jobs there ever were (decision 163).

create index outbox_done on outbox (done_at) where done_at is not null and kind <> 'proposal_event';
