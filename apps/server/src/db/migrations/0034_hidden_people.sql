-- Asked for with each profile picture that is fetched (R34.6).
create index users_profile_hidden on users (profile_image) where profile_hidden_at is not null;
