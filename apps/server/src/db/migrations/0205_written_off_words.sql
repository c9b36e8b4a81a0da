-- A loan that was written off loses its words a year later, as a repaid one does (R13.6).
drop index proposals_to_reduce;
create index proposals_to_reduce on proposals (coalesce(repaid_at, written_off_at))
  where coalesce(repaid_at, written_off_at) is not null and reduced_at is null and not stays_public;
