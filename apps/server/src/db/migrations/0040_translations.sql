-- The words of a proposal in another language, written by its institution (R26.4). A translation keeps the words that it
-- was made of: it is outdated when they are not those of the proposal any more.
create table translations (
  proposal_id bigint not null references proposals (id),
  language text not null check (language in ('en', 'be', 'ar')),
  title text not null check (title <> '' and char_length(title) <= 120),
  description text not null check (description <> '' and char_length(description) <= 256),
  original_title text not null,
  original_description text not null,
  translated_by bigint not null references users (id),
  translated_at timestamptz(3) not null,
  primary key (proposal_id, language)
);
