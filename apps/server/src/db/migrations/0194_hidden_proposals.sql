-- Few are hidden; who backs one of them is asked at each list of a person.
create index proposals_hidden on proposals (id) where hidden_at is not null;
