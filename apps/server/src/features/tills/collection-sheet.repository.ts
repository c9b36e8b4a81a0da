import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { LocalDue } from '@sathi/domain/tills.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type SheetLoan = {
  readonly proposalId: ProposalId;
  readonly loanReference: string;
  readonly borrower: string;
  readonly phone: string;
  readonly area: string;
  readonly officerId: UserId | null;
  readonly pendingCents: Cents;
  /** Null for a loan without a rate of its own; its plan is empty then. */
  readonly currency: LocalCurrency | null;
  readonly plan: readonly LocalDue[];
  readonly approvedLocal: Minor;
  readonly waitingLocal: Minor;
};

/** The running loans of an institution with the people who pay them back, by area and name; what is written off is expected no more. */
export async function listSheetLoans(db: Db, mfiId: MfiId): Promise<SheetLoan[]> {
  const { rows } = await sql<SheetLoan>`
    select p.id as "proposalId", p.loan_reference as "loanReference", trim(u.first_name || ' ' || u.last_name) as borrower,
      case when u.closed_at is null then u.phone else '' end as phone, coalesce(p.area, p.place, '') as area, p.officer_id as "officerId", p.pending_cents as "pendingCents",
      p.local_currency as currency, (
        select coalesce(jsonb_agg(jsonb_build_object('dueOn', n.due_on, 'local', n.local_minor) order by n.number), '[]'::jsonb)
        from instalments n where n.proposal_id = p.id and n.local_minor is not null
      ) as plan, (
        select coalesce(sum(y.counted_minor), 0)::bigint from payments y
        where y.proposal_id = p.id and y.state = 'approved'
      ) as "approvedLocal", (
        select coalesce(sum(y.counted_minor), 0)::bigint from payments y
        where y.proposal_id = p.id and y.state = 'pending'
      ) as "waitingLocal"
    from proposals p join users u on u.id = p.owner_id
    where p.mfi_id = ${mfiId} and p.status = ${STATUS.funded} and p.written_off_at is null and p.deleted_at is null
    order by coalesce(p.area, p.place, ''), borrower, p.id`.execute(db);
  return rows;
}
