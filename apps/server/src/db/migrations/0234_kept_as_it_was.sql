-- After how many months the first instalment was due at the institution when a loan was released there (R8.2): its days go on
-- counting so when its institution changes that. Null for loans of before, which count as their institution has it.
alter table proposals add column first_due_after_months smallint check (first_due_after_months in (1, 2));
