-- A person brought along without a draft may be given one by a later sheet, also after they came; what was claimed belongs to the
-- account that claimed it, wherever its phone goes.
alter table import_lines add column user_id bigint references users (id);
drop index import_lines_waiting;
create unique index import_lines_waiting on import_lines (phone, mfi_id) where state = 'waiting' and draft is null;
create unique index import_lines_offered on import_lines (phone, mfi_id) where state in ('waiting', 'claimed') and draft is not null;
create index import_lines_of_user on import_lines (user_id) where user_id is not null;
