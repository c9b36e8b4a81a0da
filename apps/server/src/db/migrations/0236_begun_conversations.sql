-- The proposals of an institution that have messages: its staff count what is unread there, and not over all that it has (R15.4). The
-- institution of a proposal never changes.
create table begun_conversations (
  mfi_id bigint not null,
  proposal_id bigint not null references proposals (id),
  primary key (mfi_id, proposal_id)
);

create function begin_conversation() returns trigger language plpgsql as $$
begin
  insert into begun_conversations (mfi_id, proposal_id)
  select mfi_id, id from proposals where id = new.proposal_id
  on conflict do nothing;
  return null;
end $$;
create trigger begun_conversations after insert on messages for each row execute function begin_conversation();
