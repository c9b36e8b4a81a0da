-- From this amount on two people decide: one approves a proposal and another releases its money, one enters a payment and
-- another approves it (R2.6). Null where the institution has not chosen it.
alter table mfis add column four_eyes_from_cents bigint check (four_eyes_from_cents >= 0);
