-- One row for each day of the ledger, each holding the root of the day before and signed (R34.5).

create table ledger_days (
  day date primary key,
  journals integer not null check (journals >= 0),
  -- The sum of the journals.
  cents bigint not null check (cents >= 0),
  root text not null,
  -- Names the secret that the signing key is made from.
  key_id text not null,
  signature text not null,
  signed_at timestamptz(3) not null,
  -- Writes this root on the chain; a root that was signed together with a later one stands in that one.
  anchored_by bigint references chain_operations (id)
);
create trigger ledger_days_stay before update or delete on ledger_days for each row execute function refuse_change();
create trigger ledger_days_stay_whole before truncate on ledger_days execute function refuse_change();

-- Journals come in the order of time, so an index of ranges finds those of a day and costs a backing next to nothing.
create index journals_by_time on journals using brin (at);
