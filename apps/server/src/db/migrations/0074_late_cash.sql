-- Cash that did not reach the office before its till was closed goes into a later till, and keeps the number of its receipt (R22.5).

alter table till_entries
  -- The closed till that numbered the receipt; null where it is the till that holds the cash.
  add column numbered_by bigint references tills (id),
  add constraint numbered_by_another check (numbered_by <> till_id);
drop index till_entries_number;
create unique index till_entries_number on till_entries (coalesce(numbered_by, till_id), number) where state = 'taken';
create index till_entries_numbered_by on till_entries (numbered_by) where numbered_by is not null;
