-- The last two days on which backings of a person lapsed (R20.10).
alter table pay_in_orders
  add column lapsed_on date,
  add column lapsed_before_on date;

-- A proposal lost backings, and was given more time (R20.4).
alter table proposal_events drop constraint proposal_events_kind_check;
alter table proposal_events add constraint proposal_events_kind_check check (kind in (
  'created', 'published', 'unpublished', 'edited', 'approved', 'approval_withdrawn', 'locked', 'backed',
  'funds_released', 'due_dates_moved', 'lapsed', 'reopened', 'repaid', 'expired', 'returned', 'deleted'
));
