-- A backer takes an own backing back while its proposal collects (R31.1).

-- A journal of one backing, which it ends once.
alter table journals
  drop constraint journals_kind_check,
  add constraint journals_kind_check check (kind in (
    'backing', 'release', 'withdrawal_sent', 'withdrawal_failed',
    'payment_entered', 'payment_rejected', 'payment_approved', 'payment_reversed',
    'received', 'received_reversed', 'settled', 'unsettled', 'lapsed', 'taken_over', 'credit_moved',
    'payout_asked', 'payout_dropped', 'payout_sent', 'payout_unsent', 'payout_failed', 'payout_unfailed',
    'given', 'drawn', 'debt_taken_over',
    'written_off', 'forgiven', 'cancelled'
  )),
  drop constraint journal_names_its_document,
  add constraint journal_names_its_document check (
    (kind in ('backing', 'settled', 'unsettled', 'lapsed', 'cancelled', 'taken_over')) = (investment_id is not null)
    and (kind like 'payment\_%') = (payment_id is not null)
    and (kind like 'withdrawal\_%') = (withdrawal_id is not null)
    and case
      when kind in ('received', 'received_reversed', 'unsettled') then receipt_id is not null
      -- By a receipt, or by credit; what a receipt that was taken back brings about, or an advance.
      when kind in ('settled', 'taken_over') then true
      else receipt_id is null
    end
  );
create unique index journals_one_cancelling_per_investment on journals (proposal_id, investment_id) where kind = 'cancelled';

alter table proposal_events drop constraint proposal_events_kind_check;
alter table proposal_events add constraint proposal_events_kind_check check (kind in (
  'created', 'published', 'unpublished', 'edited', 'approved', 'approval_withdrawn', 'locked', 'backed', 'backing_cancelled',
  'funds_released', 'due_dates_moved', 'lapsed', 'reopened', 'repaid', 'expired', 'returned', 'deleted'
));

-- As before, and a backing that is cancelled moves its amount in both books.
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
    case when new.kind in ('backing', 'release', 'lapsed', 'cancelled', 'taken_over') then new.amount_cents else 0 end;
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
  if new.kind in ('written_off', 'forgiven') then
    -- Money leaves the rounding account alone, and as much is owed no more (R9.5, R22.9).
    select new.amount_cents + cash - coalesce(sum(t.amount_cents), 0), new.amount_cents + coalesce(sum(t.amount_cents), 0)
    into cash, expected_claim
    from transfers t
    join accounts f on f.id = t.from_account_id and f.kind = 'rounding'
    join accounts g on g.id = t.to_account_id and g.kind = 'wallet'
    where t.proposal_id = new.proposal_id and t.journal_id = new.id;
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

-- As before; a cancelled backing from before the opening goes back to where it came from, like a released one (R20.9).
create or replace view positions as
  select m.id as mfi_id, h.held_cents,
    (m.opening_cents + r.cents + t.cents + y.cents - s.cents - g.cents - o.cents + d.cents - n.cents)::bigint as explained_cents
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
    where p.mfi_id = m.id and j.kind in ('release', 'cancelled') and j.id > m.opening_journal_id
  ) g
  -- Credit that left; what came back of it is there again.
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from payouts where mfi_id = m.id and state in ('sent', 'confirmed')
  ) o
  -- Debts of people that the house paid; its own money leaves by its draws.
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from debt_takeovers where mfi_id = m.id and approved_at is not null
  ) d
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from own_money_draws where mfi_id = m.id
  ) n
  where m.collection = 'expected';

create view audit_of_cancelling as
  select 'a cancelled backing is still active, or another sum' as violation, j.proposal_id, j.investment_id::text as detail
  from journals j join investments i on i.proposal_id = j.proposal_id and i.id = j.investment_id
  where j.kind = 'cancelled' and (i.released_at is null or i.amount_cents <> j.amount_cents or i.unpaid_cents <> 0);
create or replace view audit as
  select * from audit_of_loans union all select * from audit_of_pay_ins union all select * from audit_of_statements
  union all select * from audit_of_tills union all select * from audit_of_gifts
  union all select * from audit_of_local_loans union all select * from audit_of_sending
  union all select * from audit_of_loan_ends union all select * from audit_of_cancelling;
