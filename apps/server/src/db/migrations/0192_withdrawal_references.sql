-- A withdrawal has a reference of ours from its request on, as credit that is asked out has (R19.4).

create function draw_payout_reference() returns text language plpgsql as $$
declare
  digits text;
  drawn text;
begin
  loop
    digits := '3' || lpad(floor(random() * 10000000)::bigint::text, 7, '0');
    -- ISO 11649: the letters of RF are 27 and 15.
    drawn := 'RF' || lpad((98 - (digits || '271500')::bigint % 97)::text, 2, '0') || digits;
    exit when not exists (select from withdrawals where payout_reference = drawn)
      and not exists (select from payouts where reference = drawn)
      and not exists (select from payout_batch_items where reference = drawn);
  end loop;
  return drawn;
end $$;

alter table withdrawals
  -- Ours, until it is in a batch again under another one (R25.9). The column `reference` has the number of the bank.
  add column payout_reference text unique check (payout_reference ~ '^RF[0-9]{2}3[0-9]{7}$');

-- Requests in a batch have the reference that its file names. The loop lets each draw see the ones before it.
do $$
declare
  request bigint;
begin
  for request in select id from withdrawals order by id loop
    update withdrawals set payout_reference = coalesce(
      (select i.reference from payout_batch_items i where i.withdrawal_id = request and i.is_active),
      draw_payout_reference()
    ) where id = request;
  end loop;
end $$;

-- The last released version names no such column, and its requests have one all the same.
alter table withdrawals
  alter column payout_reference set default draw_payout_reference(),
  alter column payout_reference set not null;
