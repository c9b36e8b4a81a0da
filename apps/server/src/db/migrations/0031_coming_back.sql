-- When a person who had closed their account took up its rest again (R33.5).
alter table users add column came_back_at timestamptz(3);
