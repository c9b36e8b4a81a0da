-- A loan that its owner wished to stay public stayed so for ever when they closed their account, with nobody left to take the
-- wish back (R13.4, R13.6). It goes as all others do, a year after it ended.
update proposals p set stays_public = false
  from users u where u.id = p.owner_id and u.closed_at is not null and p.stays_public;
