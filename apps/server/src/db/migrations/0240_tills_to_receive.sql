-- Tills that were closed and not received: an institution has them counted with its other work, among all that it ever had (R22.6).

create index tills_to_receive on tills (mfi_id) where state = 'closed';
