-- An account that its person keeps after closing, for what comes later (R33.5).
alter table payout_accounts add column kept_at timestamptz(3);
create unique index payout_accounts_kept on payout_accounts (user_id) where kept_at is not null and removed_at is null;
