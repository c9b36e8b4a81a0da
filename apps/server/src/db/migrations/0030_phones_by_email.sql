-- A phone whose code went by e-mail (R33.2) opens its account and is nobody's: whoever confirms it by SMS has it.
alter table identities add column phone_by_email boolean not null default false;
alter table identities drop constraint identities_phone_key;
create unique index identities_phone_key on identities (phone) where phone_verified_at is not null and not phone_by_email;
create index identities_by_phone on identities (phone);
drop index users_phone;
create index users_phone on users (phone);

-- A keyed hash of the address that a code for a phone went to; null for an SMS.
alter table code_requests add column email_hash text;
