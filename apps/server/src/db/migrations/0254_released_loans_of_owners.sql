-- Each card tells how its owner has repaid. Without this their released loans would be looked for among all that they ever asked for.
create index released_loans_by_owner on proposals (owner_id) where funded_cents > 0;
