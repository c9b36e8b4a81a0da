-- People and backings that new rows of money name are looked up once for a statement (decision 171). Their foreign keys did so for each row,
-- and once more for each account that is opened and moved in one transaction.

-- The people are held until the commit, as foreign keys held them: closing an account waits for money that is being written.
create function refuse_unknown_person() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  named bigint[];
begin
  if tg_table_name = 'investments' then
    select array_agg(distinct investor_id) into named from new_rows;
  elsif tg_table_name = 'accounts' then
    select array_agg(distinct user_id) into named from new_rows where user_id is not null;
  else
    select array_agg(distinct actor_id) into named from new_rows where actor_id is not null;
  end if;
  if (
    select count(*) from (select from users where id = any (named) order by id for key share) held
  ) < cardinality(named) then
    raise exception 'what is of a person is of one who is there' using errcode = '23503';
  end if;
  return null;
end $$;

create function refuse_unknown_backing() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (
    select bool_or(i.id is null)
    from (select distinct proposal_id, investment_id from new_rows where investment_id is not null) n
    left join lateral (
      select id from investments i where i.proposal_id = n.proposal_id and i.id = n.investment_id limit 1
    ) i on true
  ) then
    raise exception 'a journal is about a backing that is there' using errcode = '23503';
  end if;
  return null;
end $$;

create trigger investments_name_people after insert on investments referencing new table as new_rows
  for each statement execute function refuse_unknown_person();
create trigger accounts_name_people after insert on accounts referencing new table as new_rows
  for each statement execute function refuse_unknown_person();
create trigger journals_name_people after insert on journals referencing new table as new_rows
  for each statement execute function refuse_unknown_person();
create trigger journals_name_backings after insert on journals referencing new table as new_rows
  for each statement execute function refuse_unknown_backing();

-- That people and backings stay, keep their ids, and that these rows stay with their person was held by the same keys.
create trigger users_stay before delete or truncate on users for each statement execute function refuse_change();
create trigger users_keep_their_ids before update of id on users for each statement execute function refuse_change();
create trigger accounts_keep_their_person before update of user_id on accounts
  for each statement execute function refuse_change();
create trigger investments_keep_their_person before update of investor_id on investments
  for each statement execute function refuse_change();
create trigger investments_stay before delete or truncate on investments
  for each statement execute function refuse_change();
create trigger investments_keep_their_ids before update of id on investments
  for each statement execute function refuse_change();

alter table investments drop constraint investments_investor_id_fkey;
alter table accounts drop constraint accounts_user_id_fkey;
alter table journals
  drop constraint journals_actor_id_fkey,
  drop constraint journals_proposal_id_investment_id_fkey;
