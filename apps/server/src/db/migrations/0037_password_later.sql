-- An account that was made on the way to a first backing has a random password, which its client forgot. Its first session
-- may choose one without the old one, until a password was set.
alter table identities add column password_later boolean not null default false;
alter table identities add column first_session_id bigint;
