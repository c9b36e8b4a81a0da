-- How often somebody wrote in the last minute and day (R15.3).
create index messages_by_author_and_time on messages (author_id, sent_at);
-- Counting what is unread touches no table row: the author is all it asks for.
create index messages_unread on messages (proposal_id, id) include (author_id);
