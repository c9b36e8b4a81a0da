-- Postings are judged in sets (decision 159). Each journal of the new transfers is looked up by its key: the plan of a join, made while the
-- books were nearly empty and kept by its connection, read every journal there is at each posting. That the journal and both accounts are
-- there is seen on the same way, so foreign keys need not look for them once more for each transfer: journals and accounts are never
-- deleted, and keep their ids.
create or replace function post_transfers() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  has_unknown_journal boolean;
  is_of_another_transaction boolean;
  takes_back boolean;
  touched bigint[];
  changes bigint[];
  ledgers text[];
  loans bigint[];
  taken_back bigint[] := '{}';
  strays boolean;
begin
  select bool_or(j.kind is null), bool_or(j.xmin <> pg_current_xact_id()::xid),
    bool_or(j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed'))
  into has_unknown_journal, is_of_another_transaction, takes_back
  from (select distinct proposal_id, journal_id from new_transfers) t
  left join lateral (
    select xmin, kind from journals j where j.proposal_id = t.proposal_id and j.id = t.journal_id limit 1
  ) j on true;
  if has_unknown_journal then
    raise exception 'a transfer belongs to a journal' using errcode = '23503';
  end if;
  if is_of_another_transaction then
    raise exception 'transfers are added only in the transaction that made their journal' using errcode = '42501';
  end if;

  select array_agg(id order by id), array_agg(change order by id) into touched, changes
  from (
    select id, sum(change)::bigint as change
    from (
      select from_account_id as id, -amount_cents as change from new_transfers
      union all
      select to_account_id, amount_cents from new_transfers
    ) legs
    group by id
  ) sums;

  if takes_back then
    select coalesce(array_agg(t.from_account_id), '{}') into taken_back
    from new_transfers t
    cross join lateral (
      select kind from journals j where j.proposal_id = t.proposal_id and j.id = t.journal_id limit 1
    ) j
    where j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed');
  end if;

  select array_agg(ledger), array_agg(proposal_key) into ledgers, loans
  from (
    select ledger, proposal_key from accounts where id = any (touched) order by id for no key update
  ) locked;
  if cardinality(ledgers) is distinct from cardinality(touched) then
    raise exception 'a transfer moves money between accounts that are there' using errcode = '23503';
  end if;
  update accounts a set
    balance_cents = a.balance_cents + c.change,
    overdraft_cents = case
      when a.kind <> 'wallet' then 0
      when a.id = any (taken_back) then greatest(0, -(a.balance_cents + c.change))
      else least(a.overdraft_cents, greatest(0, -(a.balance_cents + c.change)))
    end
  from unnest(touched, changes) as c (id, change)
  where a.id = c.id and c.change <> 0;

  -- Of all of them, so that the sides are joined by hash: to look for the first compares each with each.
  with locked as materialized (
    select * from unnest(touched, ledgers, loans) as l (id, ledger, proposal_key)
  )
  select bool_or(f.ledger <> g.ledger
    or f.proposal_key not in (0, t.proposal_id)
    or g.proposal_key not in (0, t.proposal_id)) into strays
  from new_transfers t
  join locked f on f.id = t.from_account_id
  join locked g on g.id = t.to_account_id;
  if strays then
    raise exception 'a transfer stays in one ledger and in its own proposal' using errcode = '23514';
  end if;
  return null;
end $$;

alter table transfers
  drop constraint transfers_proposal_id_journal_id_fkey,
  drop constraint transfers_from_account_id_fkey,
  drop constraint transfers_to_account_id_fkey;

create trigger accounts_keep_their_ids before update of id on accounts for each statement execute function refuse_change();
