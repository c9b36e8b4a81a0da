-- Proposals are found by the words of their title, their story, their translations, their place and their owner's first
-- name, through an index, also by a word with one mistake in it (R26.2).

-- The words of a text as they are compared. A word is what stands between spaces and marks of punctuation, which are listed:
-- what a letter is depends on the locale of the database, and Bengali vowel signs are none in some. Joiners join.
create function searched_words(sentence text) returns setof text language sql immutable parallel safe as $$
  select distinct word from regexp_split_to_table(
    regexp_replace(normalize(folded(sentence), NFC), '[\u200b-\u200f\u2060\ufeff]', '', 'g'),
    '[\u0009-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u3000]+'
  ) as word where word <> ''
$$;

-- The words that find a text: its own, Arabic ones without their article too, and each of four to twenty letters with one
-- letter left out, behind a tilde and the place of that letter.
create function search_lexemes(sentence text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(lexeme), '{}')) from searched_words(sentence) as word, lateral (
    select word as lexeme
    union all select substr(word, 3) where word ~ '^ال..'
    union all select '~' || place || left(word, place - 1) || substr(word, place + 1)
      from generate_series(1, char_length(word)) as place where char_length(word) between 4 and 20
  ) as found
$$;

-- Beside the proposals: their rows are rewritten at each backing, and this index would be at each of those.
create table proposal_words (
  proposal_id bigint primary key references proposals (id),
  words tsvector not null
);

-- Words that were taken away (R13.6) find nothing, nor does the name of their owner. The lock comes first: who changed another of
-- the texts meanwhile is waited for, and their text is read then.
create function write_proposal_words(ids bigint[]) returns void language plpgsql as $$
begin
  perform from proposal_words where proposal_id = any (ids) order by proposal_id for update;
  insert into proposal_words (proposal_id, words)
  select p.id, case when p.reduced_at is not null then '' else search_lexemes(concat_ws(' ', p.title, p.description, p.place,
    o.first_name, (
      select string_agg(w.title || ' ' || w.description, ' ') from translations w where w.proposal_id = p.id
    ))) || array_to_tsvector(array_remove(array['#' || p.category], null)) end
  from proposals p join users o on o.id = p.owner_id
  where p.id = any (ids) order by p.id
  on conflict (proposal_id) do update set words = excluded.words;
end $$;

select write_proposal_words(array(select id from proposals));
create index proposal_words_by_word on proposal_words using gin (words);

-- The proposals with these words, in no order; null where there are more than so many, or where one in twenty-five of the newest
-- has them. The planner cannot tell how rare the beginning of a word is, and would read all proposals for a rare one.
create function proposals_with_words(query tsquery, most int) returns bigint[]
  language plpgsql stable set enable_seqscan = off as $$
declare
  found bigint[];
begin
  if (
    select count(*) from (
      select id from proposals where deleted_at is null and status >= 2 order by published_at desc, id desc limit 100
    ) newest join proposal_words w on w.proposal_id = newest.id where w.words @@ query
  ) >= 4 then
    return null;
  end if;
  found := array(select proposal_id from proposal_words where words @@ query limit most + 1);
  return case when cardinality(found) <= most then found end;
end $$;

create function write_words_of_proposal() returns trigger language plpgsql as $$
begin
  perform write_proposal_words(array[new.id]);
  return null;
end $$;
create trigger words_of_proposal after insert or update of title, description, place, category, owner_id on proposals
  for each row execute function write_words_of_proposal();

create function write_words_of_translation() returns trigger language plpgsql as $$
begin
  perform write_proposal_words(array[coalesce(new.proposal_id, old.proposal_id)]);
  return null;
end $$;
create trigger words_of_translation after insert or update or delete on translations
  for each row execute function write_words_of_translation();

create function write_words_of_owner() returns trigger language plpgsql as $$
begin
  perform write_proposal_words(array(select id from proposals where owner_id = new.id));
  return null;
end $$;
create trigger words_of_owner after update of first_name on users
  for each row when (old.first_name is distinct from new.first_name) execute function write_words_of_owner();
