-- Pictures of a proposal that its institution has not checked are for the owner and the staff alone where the institution wants it (R14.3).
alter table mfis add column hide_unchecked boolean not null default false;
