-- Borrowers are reminded of what is due, and of what is late (R27.1); it is kept when, and by which ways (R27.4).
create table loan_reminders (
  proposal_id bigint not null references proposals (id),
  -- The due day that it is about, and the day of the reminder counted from it: negative before it.
  due_on date not null,
  days smallint not null,
  told_at timestamptz(3) not null,
  -- The day at the place of the institution: one reminder of a loan a day.
  told_on date not null,
  by_bell boolean not null,
  by_sms boolean not null,
  by_mail boolean not null,
  primary key (proposal_id, due_on, days),
  unique (proposal_id, told_on)
);

-- The last day on which all loans of the institution were looked at.
alter table mfis add column loans_reminded_on date;

-- A bell about money of a borrower names it in the money they pay in (R27.1).
alter table notifications
  add column local_minor bigint check (local_minor >= 0),
  add column local_currency text
    check (local_currency in ('USD', 'BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP')),
  add constraint local_sum_names_its_currency check ((local_minor is null) = (local_currency is null));

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
  'repayment_due', 'repayment_late'
));
