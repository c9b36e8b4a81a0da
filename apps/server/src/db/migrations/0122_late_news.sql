-- Backers hear once that a loan is 30 days late, by day and not by loan, with the words that the institution has for them (R27.2).
alter table loan_contacts
  add column for_backers text not null default '' check (char_length(for_backers) <= 500);

create table late_news (
  proposal_id bigint not null references proposals (id),
  -- The oldest unpaid due day.
  due_on date not null,
  told_on date not null,
  primary key (proposal_id, due_on)
);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'released', 'withdrawal_sent',
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
  'repayment_due', 'repayment_late', 'loan_late'
));
