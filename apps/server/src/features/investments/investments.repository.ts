import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { InvestmentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { EndingBacking } from '@sathi/domain/investments.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { OpenBacking } from '@sathi/domain/pay-ins.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type NewInvestment = {
  /** Reserved by {@link reserveInvestments}. */
  readonly id: InvestmentId;
  readonly investorId: UserId;
  readonly amountCents: Cents;
  readonly fromCreditCents: Cents;
  readonly unpaidCents: Cents;
  /** Null where nothing is awaited (R19.1). */
  readonly payBy: CalendarDate | null;
  readonly anonymous: boolean;
  readonly investedAt: Date;
};

/** Numbers of backings that are known before their rows, so that what names them leaves together with them; ascending. */
export async function reserveInvestments(tx: Tx, count: number): Promise<InvestmentId[]> {
  const { rows } = await sql<{ id: InvestmentId }>`
    select nextval((select pg_get_serial_sequence('investments', 'id')::regclass)) as id
    from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map((row) => row.id);
}

/** All in one statement. */
export async function insertInvestments(tx: Tx, proposalId: ProposalId, rows: readonly NewInvestment[]): Promise<void> {
  await sql`
    insert into investments
      (proposal_id, id, investor_id, amount_cents, from_credit_cents, unpaid_cents, pay_by, anonymous, invested_at)
    select ${proposalId}::bigint, * from unnest(
      ${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.investorId)}::bigint[],
      ${rows.map((row) => row.amountCents)}::bigint[], ${rows.map((row) => row.fromCreditCents)}::bigint[],
      ${rows.map((row) => row.unpaidCents)}::bigint[], ${rows.map((row) => row.payBy)}::date[],
      ${rows.map((row) => row.anonymous)}::boolean[], ${rows.map((row) => row.investedAt.toISOString())}::timestamptz[]
    )`.execute(tx);
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

export type OwnBacking = OpenBacking &
  EndingBacking & {
    /** It is not given back. */
    readonly isActive: boolean;
  };

/** One backing of this person, also one that has ended; its proposal is locked. */
export async function findOwnBacking(
  tx: Tx,
  proposalId: ProposalId,
  userId: UserId,
  id: InvestmentId,
): Promise<OwnBacking | undefined> {
  const row = await tx
    .selectFrom('investments')
    .select([
      'proposalId',
      'id as investmentId',
      'amountCents',
      'fromCreditCents',
      'unpaidCents',
      'payBy',
      'paidBeforeCents',
      'releasedAt',
    ])
    .where('proposalId', '=', proposalId)
    .where('investorId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { releasedAt, payBy, ...backing } = row;
  return { ...backing, payBy: payBy as CalendarDate | null, isActive: releasedAt === null };
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
