-- The oldest of what waits at an institution are read in their order, however much waits (R11.2, decision 153).

create index proposals_to_approve_of_mfi on proposals (mfi_id, published_at, id)
  where deleted_at is null and approved_at is null and status in (2, 3, 4, 5);
create index proposals_to_release_of_mfi on proposals (mfi_id, greatest(backed_at, approved_at), id)
  where deleted_at is null and approved_at is not null and status = 4;
-- The open ones among all that was ever released, asked about or lost.
create index proposals_unsent on proposals (mfi_id, funded_at)
  where status = 5 and sent_cents = 0 and repaid_cents = 0 and forgiven_cents = 0 and pending_cents = 0 and written_off_at is null;
create index loan_defaults_asked on loan_defaults (proposal_id) where state = 'asked';
create index write_offs_entered on write_offs (proposal_id) where state = 'entered';
