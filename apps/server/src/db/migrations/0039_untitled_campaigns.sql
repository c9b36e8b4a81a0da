-- A campaign may do without a title, as long as its description or its address says what it is (R16.6).
alter table campaigns
  drop constraint campaigns_name_check,
  add constraint campaigns_name_check check (char_length(name) <= 120),
  add constraint campaign_has_words check (name <> '' or description <> '' or campaign_url <> '');
