-- The sessions of a person by device (R33.1), and changes of address that wait for their code (R17.8).

-- Browser and system, as the sign-in named them; null for sessions of before, empty when neither is known.
alter table sessions add column device text;

-- An e-mail address or phone that somebody wants to have. It is held for nobody: the first to confirm it has it.
create table pending_changes (
  subject uuid not null references identities (subject) on delete cascade,
  what text not null check (what in ('email', 'phone')),
  value text not null,
  asked_at timestamptz(3) not null,
  primary key (subject, what)
);
