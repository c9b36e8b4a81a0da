-- An officer asks for the part of each queue that is theirs. Without this it would be looked for among all loans of the institution.
create index proposals_of_officer on proposals (officer_id, mfi_id) where officer_id is not null;
