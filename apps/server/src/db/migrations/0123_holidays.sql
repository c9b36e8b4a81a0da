-- Days on which an institution is closed: what would be said to a borrower then is said on the next day that is none (R27.1).
create table holidays (
  mfi_id bigint not null references mfis (id),
  day date not null,
  name text not null check (char_length(name) between 1 and 60),
  primary key (mfi_id, day)
);
