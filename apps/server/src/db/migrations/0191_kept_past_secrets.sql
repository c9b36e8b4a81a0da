-- Signed days of the ledger and phones of former members outlive the secret that they were signed and hashed with.

alter table ledger_days
  -- Verifies the signature once the secret that key_id names is dropped. Null for a day that was signed before this column
  -- came, until the next rotation.
  add column public_key text,
  -- Made by a rotation with the newest secret over the day, its root, its key and its signature; begins with the id of that
  -- secret. Null for a day that no rotation has seen.
  add column vouch text;

-- A rotation gives a day the key that it has not, and a newer vouch. The rest of it stays for ever.
create function refuse_change_of_ledger_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['public_key', 'vouch'] = to_jsonb(old) - array['public_key', 'vouch']
    and (old.public_key is null or new.public_key = old.public_key) and new.public_key is not null and new.vouch is not null
  then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;
drop trigger ledger_days_stay on ledger_days;
create trigger ledger_days_stay before update or delete on ledger_days
  for each row execute function refuse_change_of_ledger_day();

-- The phone, sealed and bound to its person, from which a rotation makes the hash anew. Null for people who left before this
-- column came.
alter table former_phones add column sealed_phone text;
