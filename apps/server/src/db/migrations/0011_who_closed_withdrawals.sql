-- Who confirmed, rejected or gave up a withdrawal, as the history of its proposal tells. Null for what closed by itself.
alter table withdrawals add column closed_by bigint references users (id);
update withdrawals w set closed_by = j.actor_id
from journals j
where j.proposal_id = w.proposal_id and j.withdrawal_id = w.id and j.kind = 'withdrawal_failed' and w.state = 'failed';
