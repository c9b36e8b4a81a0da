-- Backings whose person only the staff and the books name (R13.1). The choice is made with each backing and stays.
alter table investments add column anonymous boolean not null default false;
