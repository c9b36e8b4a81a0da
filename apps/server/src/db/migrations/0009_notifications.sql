-- Money that moves is told apart, and staff hear of what changed after their approval (R2.4).
alter table notifications drop constraint notifications_kind_check;
delete from notifications where kind = 'withdrawal';
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'released', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks', 'invited',
  'invitation_accepted'
));
-- For the retention job.
create index notifications_by_age on notifications (at);
