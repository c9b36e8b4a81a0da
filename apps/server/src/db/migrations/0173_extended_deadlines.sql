-- The owner of a proposal that collects gives it more time, once for each time that it is published (R5.6, R31.2).
alter table proposals add column extended_at timestamptz(3);
alter table proposals add constraint proposals_extended_while_published check (extended_at is null or published_at is not null);

alter table proposal_events drop constraint proposal_events_kind_check;
alter table proposal_events add constraint proposal_events_kind_check check (kind in (
  'created', 'published', 'unpublished', 'edited', 'approved', 'approval_withdrawn', 'locked', 'backed', 'backing_cancelled',
  'funds_released', 'release_undone', 'due_dates_moved', 'lapsed', 'reopened', 'extended', 'repaid', 'expired', 'returned', 'deleted'
));

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'extended', 'released', 'release_undone', 'release_unsent', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks',
  'invited', 'invitation_accepted', 'security', 'payout_account_added', 'payout_account_shown', 'payouts_resumed',
  'settings_changed', 'account_changed', 'batch_downloaded', 'request_dropped', 'to_confirm',
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
