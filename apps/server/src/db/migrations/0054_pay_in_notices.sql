-- News of paying in, told once each (R20.2, R20.3).
alter table pay_in_orders
  -- The newest backing that its person was asked to pay for, and the last day on which they were reminded.
  add column asked_at timestamptz(3),
  add column reminded_on date;

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
  'pay_in_reversed'
));
