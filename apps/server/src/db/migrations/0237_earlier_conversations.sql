-- The conversations from before, once new ones are written down (0236).
insert into begun_conversations (mfi_id, proposal_id)
select p.mfi_id, p.id from proposals p where p.id in (select proposal_id from messages) order by p.id
on conflict do nothing;
