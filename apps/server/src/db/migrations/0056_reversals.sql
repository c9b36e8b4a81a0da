-- An approved repayment that is taken back: the life of the loan is run again without it (R22.8).

alter table payments
  add column reversed_by bigint references users (id),
  add column reversed_at timestamptz(3),
  add column reversal_reason text,
  drop constraint payments_state_check,
  add constraint payments_state_check check (state in ('pending', 'approved', 'rejected', 'reversed')),
  add constraint reverser_is_not_owner check (reversed_by <> owner_id),
  add constraint payment_reversal_is_whole check (
    num_nonnulls(reversed_by, reversed_at, reversal_reason) = case state when 'reversed' then 3 else 0 end
  );

alter table journals
  drop constraint journals_kind_check,
  add constraint journals_kind_check check (kind in (
    'backing', 'release', 'withdrawal_sent', 'withdrawal_failed',
    'payment_entered', 'payment_rejected', 'payment_approved', 'payment_reversed',
    'received', 'received_reversed', 'settled', 'unsettled', 'lapsed', 'taken_over', 'credit_moved'
  ));
create unique index journals_one_reversal_per_payment on journals (proposal_id, payment_id) where kind = 'payment_reversed';

-- Common credit too goes below zero by what was given back of it.
alter table accounts
  drop constraint overdraft_is_of_a_wallet,
  add constraint overdraft_is_of_a_wallet check (overdraft_cents = 0 or kind = 'wallet');

-- As before, and a wallet may go below zero by a repayment that is taken back.
create or replace function post_transfers() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  touched bigint[];
  changes bigint[];
  ledgers text[];
  loans bigint[];
  taken_back bigint[];
begin
  if exists (
    select from (select distinct proposal_id, journal_id from new_transfers) t
    cross join lateral (
      select xmin from journals j where j.proposal_id = t.proposal_id and j.id = t.journal_id limit 1
    ) j
    where j.xmin <> pg_current_xact_id()::xid
  ) then
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

  select coalesce(array_agg(t.from_account_id), '{}') into taken_back
  from new_transfers t join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
  where j.kind in ('received_reversed', 'payment_reversed');

  select array_agg(ledger), array_agg(proposal_key) into ledgers, loans
  from (
    select ledger, proposal_key from accounts where id = any (touched) order by id for no key update
  ) locked;
  update accounts a set
    balance_cents = a.balance_cents + c.change,
    overdraft_cents = case
      when a.kind <> 'wallet' then 0
      when a.id = any (taken_back) then greatest(0, -(a.balance_cents + c.change))
      else least(a.overdraft_cents, greatest(0, -(a.balance_cents + c.change)))
    end
  from unnest(touched, changes) as c (id, change)
  where a.id = c.id and c.change <> 0;

  if exists (
    with locked as materialized (
      select * from unnest(touched, ledgers, loans) as l (id, ledger, proposal_key)
    )
    select from new_transfers t
    join locked f on f.id = t.from_account_id
    join locked g on g.id = t.to_account_id
    where f.ledger <> g.ledger
      or f.proposal_key not in (0, t.proposal_id)
      or g.proposal_key not in (0, t.proposal_id)
  ) then
    raise exception 'a transfer stays in one ledger and in its own proposal' using errcode = '23514';
  end if;
  return null;
end $$;

-- As before, and a repayment that is taken back gives all of it to its payer.
create or replace function check_journal() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  cash bigint;
  claim bigint;
  expected_claim bigint;
  is_last boolean;
begin
  select coalesce(sum(t.amount_cents) filter (where a.ledger = 'cash'), 0),
         coalesce(sum(t.amount_cents) filter (where a.ledger = 'claim'), 0),
         not exists (select from journals where proposal_id = new.proposal_id and id > new.id)
  into cash, claim, is_last
  from transfers t join accounts a on a.id = t.from_account_id
  where t.proposal_id = new.proposal_id and t.journal_id = new.id;

  expected_claim :=
    case when new.kind in ('backing', 'release', 'lapsed', 'taken_over') then new.amount_cents else 0 end;
  if new.kind in ('payment_approved', 'taken_over') then
    -- Amounts paid to wallets are no longer owed; the rounding account moves by the rest. A part that is taken over pays in
    -- and may free a cent of the rounding account, and no more (R22.9).
    select new.amount_cents - coalesce(sum(case when t.to_account_id = r.id then t.amount_cents else -t.amount_cents end), 0)
    into expected_claim
    from accounts r
    join transfers t on t.proposal_id = new.proposal_id and t.journal_id = new.id
      and r.id in (t.from_account_id, t.to_account_id)
    where r.kind = 'rounding' and r.proposal_key = new.proposal_id and r.user_key = 0;
    -- Cents that leave the rounding account pass through the same journal and count on top of its amount.
    cash := cash - coalesce((
      select sum(t.amount_cents) from transfers t join accounts r on r.id = t.from_account_id and r.kind = 'rounding'
      where t.proposal_id = new.proposal_id and t.journal_id = new.id
    ), 0);
  end if;
  if new.kind = 'payment_reversed' then
    -- The payer has it all back, from wallets and the rounding account; what that account keeps or gives besides is owed anew
    -- or no more (R22.8).
    select coalesce(sum(t.amount_cents) filter (where g.kind = 'world'), 0),
      coalesce(sum(t.amount_cents) filter (where f.kind = 'owed'), 0) - coalesce(sum(t.amount_cents) filter (where g.kind = 'owed'), 0),
      new.amount_cents + coalesce(sum(t.amount_cents) filter (where g.kind = 'rounding'), 0)
        - coalesce(sum(t.amount_cents) filter (where f.kind = 'rounding'), 0)
    into cash, claim, expected_claim
    from transfers t join accounts f on f.id = t.from_account_id join accounts g on g.id = t.to_account_id
    where t.proposal_id = new.proposal_id and t.journal_id = new.id;
  end if;
  if cash <> new.amount_cents or claim <> expected_claim then
    raise exception 'journal % (%) is incomplete: cash %, claim %, of %', new.id, new.kind, cash, claim, new.amount_cents
      using errcode = '23514';
  end if;
  -- The proposal once for each transaction, at its last journal.
  if is_last and new.proposal_id <> 0 then
    perform assert_proposal_matches_ledger(new.proposal_id);
  end if;
  return null;
end $$;

create or replace view positions as
  select m.id as mfi_id, h.held_cents,
    (m.opening_cents + r.cents + t.cents + y.cents - s.cents - g.cents)::bigint as explained_cents
  from mfis m
  cross join lateral (
    select (
      coalesce((
        select sum(a.balance_cents) from proposals p join accounts a on a.proposal_id = p.id
        where p.mfi_id = m.id and a.kind in ('escrow', 'awaited', 'suspense', 'rounding')
      ), 0) + coalesce((select sum(a.balance_cents) from accounts a where a.mfi_id = m.id), 0)
    )::bigint as held_cents
  ) h
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from receipts where mfi_id = m.id and state = 'booked'
  ) r
  -- The house pays for the parts that it takes over.
  cross join lateral (
    select coalesce(sum(j.amount_cents), 0) as cents from journals j join proposals p on p.id = j.loan_id
    where p.mfi_id = m.id and j.kind = 'taken_over'
  ) t
  -- A payment that was pending at the opening is in it, and leaves it when it is rejected or taken back.
  cross join lateral (
    select coalesce(sum(case j.kind when 'payment_entered' then y.amount_cents else -y.amount_cents end), 0) as cents
    from payments y
    join proposals p on p.id = y.proposal_id
    join journals j on j.proposal_id = y.proposal_id and j.payment_id = y.id and j.kind in ('payment_entered', 'payment_rejected', 'payment_reversed')
    where p.mfi_id = m.id and j.id > m.opening_journal_id
  ) y
  cross join lateral (
    select coalesce(sum(case j.kind when 'withdrawal_sent' then w.amount_cents else -w.amount_cents end), 0) as cents
    from withdrawals w
    join proposals p on p.id = w.proposal_id
    join journals j on j.proposal_id = w.proposal_id and j.withdrawal_id = w.id
    where p.mfi_id = m.id and j.id > m.opening_journal_id
  ) s
  -- Backings from before the opening go back to where they came from: outside, or common credit (R20.9).
  cross join lateral (
    select coalesce(sum(t.amount_cents), 0) as cents
    from journals j
    join proposals p on p.id = j.loan_id
    join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
    join accounts a on a.id = t.to_account_id and a.kind in ('world', 'wallet') and a.mfi_id is null
    where p.mfi_id = m.id and j.kind = 'release' and j.id > m.opening_journal_id
  ) g
  where m.collection = 'expected';

create or replace view audit_of_pay_ins as
  select 'awaited is not what backings owe' as violation, p.id as proposal_id, a.balance_cents::text as detail
  from proposals p
  left join accounts a on a.kind = 'awaited' and a.proposal_key = p.id and a.user_key = 0
  left join (
    select proposal_id, sum(unpaid_cents) as unpaid from investments where released_at is null group by proposal_id
  ) i on i.proposal_id = p.id
  where a.balance_cents is distinct from -p.unpaid_cents or p.unpaid_cents <> coalesce(i.unpaid, 0)
  union all
  select 'a backing owes more than it may', i.proposal_id, i.id::text
  from investments i join proposals p on p.id = i.proposal_id
  where i.unpaid_cents > 0
    and (i.unpaid_cents > i.amount_cents - i.from_credit_cents or i.released_at is not null or p.status in (5, 6))
  union all
  select 'credit of one institution is in the journal of another', j.loan_id, j.kind || ' ' || j.id
  from accounts a
  join transfers t on a.id in (t.from_account_id, t.to_account_id)
  join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
  left join proposals p on p.id = j.loan_id
  where a.mfi_id <> coalesce(j.mfi_id, p.mfi_id)
  union all
  select 'what is below zero is not the overdraft', null, kind || ' ' || id
  from accounts where kind = 'wallet' and overdraft_cents <> greatest(0, -balance_cents)
  union all
  select 'money is leaving that nobody asked for', null, id::text
  from accounts where kind = 'leaving' and balance_cents <> 0
  union all
  select 'a receipt is not what its journals moved', null, r.id::text
  from receipts r
  left join (
    select receipt_id, mfi_id,
      sum(amount_cents) filter (where kind = 'received') as received,
      sum(amount_cents) filter (where kind = 'received_reversed') as reversed
    from journals where kind in ('received', 'received_reversed') group by receipt_id, mfi_id
  ) j on j.receipt_id = r.id and j.mfi_id = r.mfi_id
  where r.amount_cents is distinct from j.received
    or coalesce(j.reversed, 0) <> case r.state when 'reversed' then r.amount_cents else 0 end
  union all
  select 'an institution holds other than its documents say', null, mfi_id || ': ' || held_cents || ', ' || explained_cents
  from positions where held_cents <> explained_cents
  union all
  select 'a payment is not what its journals moved', y.proposal_id, y.id::text
  from payments y
  left join (
    select proposal_id, payment_id, sum(amount_cents) filter (where kind = 'payment_approved') as approved,
      sum(amount_cents) filter (where kind = 'payment_reversed') as reversed
    from journals where kind in ('payment_approved', 'payment_reversed') group by proposal_id, payment_id
  ) j on j.proposal_id = y.proposal_id and j.payment_id = y.id
  where coalesce(j.approved, 0) <> case when y.state in ('approved', 'reversed') then y.amount_cents else 0 end
    or coalesce(j.reversed, 0) <> case y.state when 'reversed' then y.amount_cents else 0 end;


-- As before, and money of a line stays the line's when it is taken back later.
create or replace view audit_of_statements as
  select 'a line is not the sum of its parts' as violation, null::bigint as proposal_id, l.id::text as detail
  from statement_lines l
  left join (
    select line_id, sum(amount_minor) as amount_minor from line_parts where undone_at is null group by line_id
  ) d on d.line_id = l.id
  where case l.state when 'open' then d.line_id is not null else d.amount_minor is distinct from l.amount_minor end
  union all
  select 'a line names a payment that is not approved', d.proposal_id, d.line_id::text
  from line_parts d join payments p on p.proposal_id = d.proposal_id and p.id = d.payment_id
  where d.undone_at is null and p.state not in ('approved', 'reversed');

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'released', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks',
  'invited', 'invitation_accepted', 'security', 'payout_account_added', 'payout_account_shown', 'payouts_resumed',
  'settings_changed', 'account_changed', 'to_confirm',
  'frozen', 'unfrozen', 'freeze_stands',
  'reported', 'report_decided', 'moderated',
  'saved_search',
  'pay_in_asked', 'pay_in_due', 'pay_in_received', 'pay_in_lapsed', 'lapse_near', 'all_received', 'taken_over',
  'pay_in_reversed',
  'payment_reversed'
));
