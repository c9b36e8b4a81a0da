-- A lost second factor of staff is reset by two others (R34.3). Such an entry names the role that its member has, so a
-- version that does not know of resets would change nothing by it.
alter table staff_entries add column resets_factor boolean not null default false;
alter table staff_entries drop constraint staff_entries_check;
alter table staff_entries add constraint staff_entries_check check (
  case when user_id is null then phone is not null and name is not null and not resets_factor
    else phone is null and name is null and (role = 'manager' or resets_factor) end
);
