-- Sums of the accounts of people as the audit last found them sound: of their transfers in journals before `until`. Such an account has
-- ever more transfers, and the audit of a minute adds up the new ones alone (decision 155).
create table audited_accounts (
  account_id bigint primary key,
  until timestamptz(3) not null,
  cents bigint not null
);
