-- The cents by which a line changed the gain of a payment that was approved before: a month that is signed keeps the gain of the
-- approval, and the change counts in the month of the line (R23.6). Null for all other parts, and for those from before.
alter table line_parts add column gain_change_cents bigint;

create index line_parts_changing_gain on line_parts (proposal_id, payment_id) where gain_change_cents <> 0;
