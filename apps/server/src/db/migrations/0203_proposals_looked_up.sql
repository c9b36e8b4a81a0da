-- Proposals that new rows of money name are looked up once for a statement (decision 162). Their foreign keys did so for each row, and each
-- time locked the one row that its transaction holds anyway. Proposals are deleted by a mark alone; that they stay, keep their ids, and that
-- these rows stay with their proposal was held by the same keys.
create function refuse_unknown_proposal() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (
    -- A journal of no proposal has the number 0.
    select bool_or(p.id is null and not (n.id = 0 and tg_table_name = 'journals'))
    from (select distinct proposal_id as id from new_rows where proposal_id is not null) n
    left join lateral (select id from proposals where id = n.id limit 1) p on true
  ) then
    raise exception 'what is of a proposal is of one that is there' using errcode = '23503';
  end if;
  return null;
end $$;

create trigger investments_name_proposals after insert on investments referencing new table as new_rows
  for each statement execute function refuse_unknown_proposal();
create trigger accounts_name_proposals after insert on accounts referencing new table as new_rows
  for each statement execute function refuse_unknown_proposal();
create trigger journals_name_proposals after insert on journals referencing new table as new_rows
  for each statement execute function refuse_unknown_proposal();

create trigger investments_keep_their_proposal before update of proposal_id on investments
  for each statement execute function refuse_change();
create trigger accounts_keep_their_proposal before update of proposal_id on accounts
  for each statement execute function refuse_change();
create trigger proposals_stay before delete or truncate on proposals
  for each statement execute function refuse_change();
create trigger proposals_keep_their_ids before update of id on proposals
  for each statement execute function refuse_change();

alter table investments drop constraint investments_proposal_id_fkey;
alter table accounts drop constraint accounts_proposal_id_fkey;
alter table journals drop constraint journals_loan_id_fkey;
