-- A new destination of money rests for a day, and its owner hears of it at once (R25.1).

-- Whether a withdrawal asks for a fresh proof and its new destination rests; always so in production.
alter table mfis add column payout_step_up boolean not null default false;

alter table withdrawals
  -- The money may be sent from then on. Null for requests from before there was a rest, of which nobody was told.
  add column payable_from timestamptz(3),
  -- Since when the owner's money goes to this destination, and since when the session lives that named it.
  add column destination_since timestamptz(3),
  add column session_since timestamptz(3);

-- Taken back by the owner before it was sent.
alter table withdrawals drop constraint withdrawals_state_check;
alter table withdrawals add constraint withdrawals_state_check
  check (state in ('requested', 'sent', 'confirmed', 'rejected', 'failed', 'cancelled'));

-- The requests of one person, whose destinations are compared.
create index withdrawals_by_owner on withdrawals (owner_id);

-- The staff of an institution hear that its settings of money changed.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'released', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks', 'invited',
  'invitation_accepted', 'security', 'payout_account_added', 'payout_account_shown', 'payouts_resumed', 'settings_changed'
));
