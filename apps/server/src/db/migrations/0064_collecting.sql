-- The place at which the repayments of a loan are collected; null where nobody has said: then its own place counts (R22.5).
alter table proposals add column area text check (char_length(area) between 1 and 120);
