-- Journals are judged in sets (decision 173). Each was judged by itself at the commit, a tenth of what a backing costs: whether its transfers
-- are all there, and, at the last of its transaction, whether the counters of its proposal agree with its accounts.

-- A journal comes with its transfers in one statement, so that it is complete or refused at once.
create or replace function post_transfers() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  has_unknown_journal boolean;
  is_of_another_transaction boolean;
  takes_back boolean;
  owners bigint[];
  named bigint[];
  kinds text[];
  amounts bigint[];
  written_before boolean;
  touched bigint[];
  changes bigint[];
  ledgers text[];
  loans bigint[];
  sides text[];
  taken_back bigint[] := '{}';
  strays boolean;
  incomplete text;
begin
  select bool_or(j.kind is null), bool_or(j.xmin <> pg_current_xact_id()::xid),
    bool_or(j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed')),
    array_agg(t.proposal_id), array_agg(t.journal_id), array_agg(j.kind), array_agg(j.amount_cents)
  into has_unknown_journal, is_of_another_transaction, takes_back, owners, named, kinds, amounts
  from (select distinct proposal_id, journal_id from new_transfers) t
  left join lateral (
    select xmin, kind, amount_cents from journals j where j.proposal_id = t.proposal_id and j.id = t.journal_id limit 1
  ) j on true;
  if has_unknown_journal then
    raise exception 'a transfer belongs to a journal' using errcode = '23503';
  end if;
  if is_of_another_transaction then
    raise exception 'transfers are added only in the transaction that made their journal' using errcode = '42501';
  end if;
  -- Counted in a sub-query, which is planned as a look-up for each journal.
  select sum(c.count) > (select count(*) from new_transfers) into written_before
  from unnest(owners, named) as j (proposal_id, id)
  cross join lateral (
    select count(*) from transfers t where t.proposal_id = j.proposal_id and t.journal_id = j.id
  ) c;
  if written_before then
    raise exception 'a journal has all its transfers in one statement' using errcode = '23514';
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
    join unnest(owners, named, kinds) as j (proposal_id, id, kind) on j.proposal_id = t.proposal_id and j.id = t.journal_id
    where j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed');
  end if;

  select array_agg(ledger), array_agg(proposal_key), array_agg(kind) into ledgers, loans, sides
  from (
    select ledger, proposal_key, kind from accounts where id = any (touched) order by id for no key update
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
    select * from unnest(touched, ledgers, loans, sides) as l (id, ledger, proposal_key, kind)
  ), moved as materialized (
    select t.proposal_id, t.journal_id,
      bool_or(f.ledger <> g.ledger or f.proposal_key not in (0, t.proposal_id) or g.proposal_key not in (0, t.proposal_id)) as strays,
      coalesce(sum(t.amount_cents) filter (where f.ledger = 'cash'), 0) as cash,
      coalesce(sum(t.amount_cents) filter (where f.ledger = 'claim'), 0) as claim,
      coalesce(sum(t.amount_cents) filter (where g.kind = 'rounding'), 0) as rounding_in,
      coalesce(sum(t.amount_cents) filter (where f.kind = 'rounding'), 0) as rounding_out,
      coalesce(sum(t.amount_cents) filter (where f.kind = 'rounding' and g.kind = 'wallet'), 0) as rounding_paid,
      coalesce(sum(t.amount_cents) filter (where g.kind = 'world'), 0) as to_world,
      coalesce(sum(t.amount_cents) filter (where f.kind = 'owed'), 0)
        - coalesce(sum(t.amount_cents) filter (where g.kind = 'owed'), 0) as owed_anew
    from new_transfers t
    join locked f on f.id = t.from_account_id
    join locked g on g.id = t.to_account_id
    group by t.proposal_id, t.journal_id
  ), judged as (
    select m.strays, j.id, j.kind, j.amount_cents,
      case j.kind
        -- Cents that leave the rounding account pass through the same journal and count on top of its amount.
        when 'payment_approved' then m.cash - m.rounding_out
        when 'taken_over' then m.cash - m.rounding_out
        -- Money leaves the rounding account alone (R9.5, R22.9).
        when 'written_off' then j.amount_cents + m.cash - m.rounding_paid
        when 'forgiven' then j.amount_cents + m.cash - m.rounding_paid
        -- The payer has it all back, from wallets and the rounding account (R22.8).
        when 'payment_reversed' then m.to_world
        else m.cash
      end as cash,
      case j.kind when 'payment_reversed' then m.owed_anew else m.claim end as claim,
      case
        when j.kind in ('backing', 'release', 'lapsed', 'cancelled') then j.amount_cents
        -- Amounts paid to wallets are no longer owed; the rounding account moves by the rest. A part that is taken over pays in
        -- and may free a cent of the rounding account, and no more (R22.9).
        when j.kind in ('payment_approved', 'taken_over') then j.amount_cents - m.rounding_in + m.rounding_out
        -- As much as left the rounding account is owed no more.
        when j.kind in ('written_off', 'forgiven') then j.amount_cents + m.rounding_paid
        -- Cents that the rounding account keeps or gives besides are owed anew or no more (R22.8).
        when j.kind = 'payment_reversed' then j.amount_cents + m.rounding_in - m.rounding_out
        else 0
      end as expected_claim
    from moved m
    join unnest(owners, named, kinds, amounts) as j (proposal_id, id, kind, amount_cents)
      on j.proposal_id = m.proposal_id and j.id = m.journal_id
  )
  select bool_or(d.strays),
    min(format('journal %s (%s) is incomplete: cash %s, claim %s, of %s', d.id, d.kind, d.cash, d.claim, d.amount_cents))
      filter (where d.cash <> d.amount_cents or d.claim <> d.expected_claim)
  into strays, incomplete
  from judged d;
  if strays then
    raise exception 'a transfer stays in one ledger and in its own proposal' using errcode = '23514';
  end if;
  if incomplete is not null then
    raise exception '%', incomplete using errcode = '23514';
  end if;
  return null;
end $$;

create function refuse_empty_journal() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (
    select bool_or(t.id is null)
    from new_rows n
    left join lateral (
      select id from transfers t where t.proposal_id = n.proposal_id and t.journal_id = n.id limit 1
    ) t on true
  ) then
    raise exception 'a journal is incomplete: it comes with its transfers' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger journals_with_transfers after insert on journals referencing new table as new_rows
  for each statement execute function refuse_empty_journal();

drop trigger journal_complete on journals;
drop function check_journal();

-- The counters of a proposal are compared with its accounts when either of them has changed: the counters by `proposal_counters`.
create function check_proposal_accounts() returns trigger language plpgsql as $$
begin
  perform assert_proposal_matches_ledger(new.proposal_id);
  return null;
end $$;
create constraint trigger proposal_accounts after update of balance_cents on accounts
  deferrable initially deferred for each row
  when (old.balance_cents <> new.balance_cents and new.kind in ('escrow', 'awaited', 'suspense', 'owed', 'rounding'))
  execute function check_proposal_accounts();
