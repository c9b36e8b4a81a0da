-- A line stands on the day on which its bank booked it, or on the one that an officer moved it to. Without this the lines of a day
-- would be looked for among all lines of its account.
create index statement_lines_by_day on statement_lines (account_id, (coalesce(stands_on, booked_on)));
