-- After how many months the first instalment was due at the institution when a loan was released there (R8.2): its days go on
-- counting so when its institution changes that. Null for loans of before, which count as their institution has it.
alter table proposals add column first_due_after_months smallint check (first_due_after_months in (1, 2));

-- Whether a line was sure when its file was uploaded (R21.8): its match may change while it is open. Null for lines of before.
alter table statement_lines add column was_sure boolean;
