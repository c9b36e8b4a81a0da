-- Giving a second factor, and adding one (R34.1).

alter table second_factors
  -- Wrong codes of an app since the last right one; too many close it for a while.
  add column tries smallint not null default 0,
  add column locked_until timestamptz(3);

-- Ten for each account with a second factor, for the day it is lost. Only hashes are kept, and each works once.
create table recovery_codes (
  code_hash text primary key,
  subject uuid not null references identities (subject) on delete cascade,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index recovery_codes_by_subject on recovery_codes (subject);

-- A second factor that is being asked for or added, for a few minutes.
create table factor_questions (
  -- The hash of a sign-in's token, or the kind and the session.
  name text primary key,
  subject uuid not null references identities (subject) on delete cascade,
  session_id bigint references sessions (id) on delete cascade,
  -- Random; an authenticator signs it once.
  challenge text,
  -- Of an app that is being added.
  sealed_secret text,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index factor_questions_by_subject on factor_questions (subject);
create index factor_questions_by_session on factor_questions (session_id);
create index factor_questions_by_expiry on factor_questions (expires_at);

-- Kinds that are always told: the safety of one's own account and money.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'backed', 'fully_backed', 'approved', 'changed', 'returned', 'expired', 'deadline_near', 'released', 'withdrawal_sent',
  'withdrawal_failed', 'payment_entered', 'payment_approved', 'payment_rejected', 'repaid', 'message', 'update', 'thanks', 'invited',
  'invitation_accepted', 'security', 'payout_account_added', 'payout_account_shown', 'payouts_resumed'
));
