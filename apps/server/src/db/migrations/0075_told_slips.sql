-- “I have paid” shows a slip, to its person and the staff of the institution (R20.2, R22.3).

alter table pay_in_orders
  add column told_slip text references files (key),
  add constraint told_slip_is_told check (told_slip is null or told_on is not null);
create index pay_in_orders_by_slip on pay_in_orders (told_slip) where told_slip is not null;
