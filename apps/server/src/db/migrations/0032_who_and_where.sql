-- The place and the trade of a proposal, and the language of its words (R26.1). Null for one that was
-- published without.
alter table proposals
  add column place text check (char_length(place) between 1 and 80),
  add column category text check (category in (
    'farming', 'livestock', 'fishing', 'food', 'shop', 'crafts', 'clothing', 'transport', 'services', 'education',
    'health', 'housing', 'water_energy', 'other'
  )),
  add column story_language text check (story_language in ('en', 'be', 'ar'));

-- A name as it is compared: without case, accents, Arabic vowel marks and the line that stretches a word.
create function folded(name text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f\u064b-\u065f\u0670\u0640]', '', 'g'))
$$;

create index proposals_by_place on proposals (folded(place) text_pattern_ops)
  where deleted_at is null and status >= 2 and place is not null;
-- The order of the sort `nearlyFunded`, in parts of ten thousand (R26.2).
create index proposals_open_nearly_funded on proposals ((backed_cents * 10000 / amount_cents) desc, id desc)
  where deleted_at is null and status in (2, 3);
create index proposals_by_category on proposals (category, published_at desc, id desc)
  where deleted_at is null and status >= 2 and category is not null;
