-- Each picture that is fetched asks whether an update with it is hidden.
create index updates_hidden on updates (image) where hidden_at is not null;
