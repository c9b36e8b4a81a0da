-- The page of an institution that a bell about no proposal leads to, the same as in its mail (R17.12).
alter table notifications add column path text;
