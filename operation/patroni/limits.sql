-- The limits of the role behind PgBouncer, which hands each transaction to another connection: no setting of a session stays
-- with its process. Once, on the primary, as the account postgres: psql -f limits.sql
alter role sathi set statement_timeout = '10s';
alter role sathi set lock_timeout = '5s';
alter role sathi set idle_in_transaction_session_timeout = '15s';
alter role sathi set timezone = 'UTC';
