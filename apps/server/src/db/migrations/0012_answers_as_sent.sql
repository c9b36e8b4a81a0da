-- `jsonb` brings the keys of an object into an order of its own; `json` keeps what was answered as it was sent.
alter table idempotency_keys alter column response type json using response::json;
