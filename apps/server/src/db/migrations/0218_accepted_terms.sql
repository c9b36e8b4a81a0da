-- Proof of the terms that a person accepted: their version, and the network that the request came from. The time is created_at. Null
-- for accounts that were made before, and for those that staff or operators made.
alter table identities
  add column terms_version text check (char_length(terms_version) between 1 and 20),
  add column terms_network text check (char_length(terms_network) <= 50),
  add constraint terms_are_whole check ((terms_version is null) = (terms_network is null));
