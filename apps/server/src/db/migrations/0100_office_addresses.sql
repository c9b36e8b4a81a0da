-- The address of an office may stand in for a person who has no e-mail address. `email` is then one that no mail goes to,
-- so that it is unique, never confirmed and never opens an account; the person is shown the office's.

alter table users add column email_of_mfi bigint references mfis (id);
