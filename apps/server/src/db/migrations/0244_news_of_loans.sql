-- News of loans that backers have heard by their bells, and that the mail of the next morning has yet to list (R27.2).
create table loan_news (
  event_key text not null,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('plan_changed', 'loan_defaulted', 'recovered')),
  proposal_id bigint not null references proposals (id),
  -- Null where the news names no sum.
  amount_cents bigint check (amount_cents >= 0),
  words text not null,
  told_at timestamptz(3) not null,
  mailed_on date,
  primary key (event_key, user_id)
);
create index loan_news_to_mail on loan_news (proposal_id) where mailed_on is null;
