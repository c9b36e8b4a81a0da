-- The member of staff who looks after a proposal; null while nobody does.
alter table proposals add column officer_id bigint references users (id);
