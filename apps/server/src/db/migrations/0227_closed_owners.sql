-- Making a proposal waits for a closing that is under way, and then finds its owner gone. A condition in the select that
-- locks is asked of the row before the closing: no row fits, none is waited for, and the foreign key is content with it.
create or replace function refuse_closed_owner() returns trigger language plpgsql as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from users where id = new.owner_id for key share;
  if closed is not null then
    raise exception 'the account % is closed', new.owner_id using errcode = '23514';
  end if;
  return new;
end $$;
