-- The two sorts of what takes backings that had no index: Home offers them, and each of their pages read and sorted all proposals (R26.2).

create index proposals_open_shortest on proposals (months_to_repay, id) where deleted_at is null and status in (2, 3);
create index proposals_open_smallest on proposals (amount_cents, id) where deleted_at is null and status in (2, 3);
