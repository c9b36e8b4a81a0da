-- Banks write lines of nothing, such as a fee of 0.00: they are set aside like others, so that their day can be agreed (R21.8, R21.10).
alter table line_parts
  drop constraint line_parts_amount_minor_check,
  add constraint line_parts_amount_minor_check check (amount_minor <> 0 or set_as is not null);
