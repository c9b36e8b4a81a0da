-- How many days the institution gave a proposal to collect when it was published (R5.1): as many more are added when its owner extends it
-- (R5.6), whatever the institution gives by then. Null for proposals of before, which have what their institution gives.
alter table proposals add column funding_days smallint check (funding_days between 7 and 90);
