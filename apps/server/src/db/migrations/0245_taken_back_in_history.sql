-- A loan that was repaid runs again when a payment of it is taken back (T14): its history says so, as of each change of status (R1.4).
alter table proposal_events drop constraint proposal_events_kind_check;
alter table proposal_events add constraint proposal_events_kind_check check (kind in (
  'created', 'published', 'unpublished', 'edited', 'approved', 'approval_withdrawn', 'locked', 'backed', 'backing_cancelled',
  'funds_released', 'release_undone', 'due_dates_moved', 'lapsed', 'reopened', 'extended', 'repaid', 'payment_reversed', 'expired',
  'returned', 'deleted'
));
