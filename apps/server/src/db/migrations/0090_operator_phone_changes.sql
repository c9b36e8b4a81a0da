-- The operator changes a phone where no two people of an office may: of staff, and in an office of one (R33.4). The
-- change is confirmed as it is entered, and nobody of the office has entered it.

alter table phone_changes add column by_operator boolean not null default false;
alter table phone_changes alter column entered_by drop not null;
alter table phone_changes drop constraint phone_changes_check1;
alter table phone_changes
  add constraint phone_changes_entered check (by_operator = (entered_by is null)),
  add constraint phone_changes_approved check (
    (approved_at is null) = (in_force_at is null)
    and case when by_operator then approved_by is null and approved_at is not null
      else (approved_by is null) = (approved_at is null) end);
