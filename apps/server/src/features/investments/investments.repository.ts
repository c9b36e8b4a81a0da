import type { InvestmentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Cursor } from '../../db/cursor.ts';

export type NewInvestment = {
  readonly investorId: UserId;
  readonly amountCents: Cents;
  readonly fromCreditCents: Cents;
  readonly investedAt: Date;
};

/** All in one statement; the ids come in the order of the rows. */
export async function insertInvestments(
  tx: Tx,
  proposalId: ProposalId,
  rows: readonly NewInvestment[],
): Promise<InvestmentId[]> {
  const { rows: inserted } = await sql<{ id: InvestmentId }>`
    insert into investments (proposal_id, investor_id, amount_cents, from_credit_cents, invested_at)
    select ${proposalId}::bigint, * from unnest(
      ${rows.map((row) => row.investorId)}::bigint[], ${rows.map((row) => row.amountCents)}::bigint[],
      ${rows.map((row) => row.fromCreditCents)}::bigint[], ${rows.map((row) => row.investedAt.toISOString())}::timestamptz[]
    )
    returning id`.execute(tx);
  return inserted.map((row) => row.id);
}

export type BackerRow = {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly profileImage: string | null;
  readonly amount: Cents;
  readonly dateBacked: Date;
};

/** One row for each person with the sum and the latest date (R6.5), latest first. */
export async function listBackers(
  db: Db,
  proposalId: ProposalId,
  page: { readonly limit: number; readonly after: Cursor | null },
): Promise<BackerRow[]> {
  const after = page.after
    ? sql`having (max(i.invested_at), u.id) < (${page.after.value}::timestamptz, ${page.after.id})`
    : sql``;
  const { rows } = await sql<BackerRow>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.email, u.profile_image as "profileImage",
      sum(i.amount_cents)::bigint as amount, max(i.invested_at) as "dateBacked"
    from investments i join users u on u.id = i.investor_id
    where i.proposal_id = ${proposalId} and i.released_at is null
    group by u.id ${after}
    order by max(i.invested_at) desc, u.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Whether this person has ever backed the proposal, released backings included: a claim comes with the first and stays. */
export async function hasBacked(db: Db, proposalId: ProposalId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', 'claim')
    .where('proposalKey', '=', proposalId)
    .where('userKey', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether money of this person is in the proposal now. */
export async function isBacker(db: Db, proposalId: ProposalId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('investments')
    .select('id')
    .where('proposalId', '=', proposalId)
    .where('investorId', '=', userId)
    .where('releasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
