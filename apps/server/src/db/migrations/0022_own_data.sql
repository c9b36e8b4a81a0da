-- A person's data: taken along (R13.3), left behind (R13.4), and forgotten in time (R13.6, R13.7).

-- The one link to everything about a person. What it leads to is put together when it is opened.
create table own_data_links (
  user_id bigint primary key references users (id),
  token_hash text not null unique,
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

-- People who closed their account. Their row stays under its number, because the books hang on it.
alter table users add column closed_at timestamptz(3);

-- By this keyed hash a person who comes back with the same phone is known for 24 months (R33.5).
create table former_phones (
  user_id bigint primary key references users (id),
  phone_hash text not null,
  closed_at timestamptz(3) not null
);
create index former_phones_by_hash on former_phones (phone_hash);

-- Making a proposal waits for a closing that is under way, and then finds its owner gone.
create function refuse_closed_owner() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.owner_id and closed_at is not null for key share) then
    raise exception 'the account % is closed', new.owner_id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger proposals_of_open_accounts before insert on proposals
  for each row execute function refuse_closed_owner();

alter table proposals
  -- The owner wants the words and pictures of a repaid loan to stay.
  add column stays_public boolean not null default false,
  -- When the words and pictures were taken away.
  add column reduced_at timestamptz(3);
create index proposals_to_reduce on proposals (repaid_at)
  where repaid_at is not null and reduced_at is null and not stays_public;

-- When the account that the money went to was forgotten.
alter table withdrawals add column destination_erased_at timestamptz(3);
