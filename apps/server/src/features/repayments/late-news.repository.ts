import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** Takes the news of these loans for itself. @returns the loans whose backers have not heard before */
export async function claimLateNews(
  tx: Tx,
  loans: readonly { readonly proposalId: ProposalId; readonly dueOn: CalendarDate }[],
  toldOn: CalendarDate,
): Promise<ReadonlySet<ProposalId>> {
  if (loans.length === 0) return new Set();
  const rows = await tx
    .insertInto('lateNews')
    .values(loans.map(({ proposalId, dueOn }) => ({ proposalId, dueOn, toldOn })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('proposalId')
    .execute();
  return new Set(rows.map(({ proposalId }) => proposalId));
}

export type LateLoan = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly ownerId: UserId;
  /** The newest words of the institution for the backers since the due day; empty for none. */
  readonly note: string;
  readonly backers: readonly UserId[];
};

/** These loans by id, each with the people to whom something is still owed. */
export async function listLateLoans(
  db: Db,
  loans: readonly { readonly proposalId: ProposalId; readonly dueOn: CalendarDate }[],
): Promise<LateLoan[]> {
  const { rows } = await sql<LateLoan>`
    select p.id as "proposalId", p.title, p.owner_id as "ownerId", coalesce((
      select c.for_backers from loan_contacts c
      where c.proposal_id = p.id and c.for_backers <> '' and c.contacted_on >= n.due_on order by c.id desc limit 1
    ), '') as note, (
      select coalesce(jsonb_agg(a.user_id order by a.user_id), '[]'::jsonb) from accounts a
      join users u on u.id = a.user_id and u.closed_at is null and not u.is_institution
      where a.kind = 'claim' and a.proposal_key = p.id and a.balance_cents > 0
    ) as backers
    from unnest(${loans.map(({ proposalId }) => proposalId)}::bigint[], ${loans.map(({ dueOn }) => dueOn)}::date[])
      as n (proposal_id, due_on)
    join proposals p on p.id = n.proposal_id order by p.id`.execute(db);
  return rows;
}
