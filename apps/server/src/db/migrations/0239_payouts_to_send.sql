-- Credit that was asked out and not sent yet: an institution has it counted with its other work, among all that it ever sent (R25.4).

create index payouts_to_send on payouts (mfi_id, requested_at) where state = 'requested';
