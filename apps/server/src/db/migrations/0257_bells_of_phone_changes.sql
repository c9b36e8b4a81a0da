-- Staff hear by their bell too that another office changes the phone of a person whose money theirs holds (R33.4).
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'partly_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'extended', 'released', 'release_undone', 'release_unsent', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks',
  'invited', 'invitation_accepted', 'security', 'payout_account_added', 'payout_account_shown', 'payouts_resumed',
  'settings_changed', 'account_changed', 'batch_downloaded', 'request_dropped', 'to_confirm', 'phone_change',
  'frozen', 'unfrozen', 'freeze_stands',
  'reported', 'report_decided', 'moderated',
  'saved_search',
  'pay_in_asked', 'pay_in_due', 'pay_in_received', 'pay_in_lapsed', 'lapse_near', 'all_received', 'taken_over',
  'pay_in_reversed',
  'payment_reversed',
  'payout_sent', 'payout_failed',
  'relent', 'debt_old',
  'day_differs', 'receipt',
  'repayment_due', 'repayment_late', 'loan_late',
  'plan_offered', 'plan_answered', 'plan_changed',
  'hardship_asked', 'hardship_answered', 'hardship_ended',
  'loan_paused',
  'default_asked', 'loan_defaulted', 'recovered', 'written_off', 'forgiven'
));
