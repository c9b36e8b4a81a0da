-- A payment that waits is taken back by the person who entered it (R10.1): by the owner too, which decides over nobody else's money.
alter table payments drop constraint decider_is_not_owner;
alter table payments add constraint decider_is_not_owner check (decided_by <> owner_id or (state = 'rejected' and decided_by = entered_by));
