import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { OPEN_STATUSES } from '../../db/proposal-status.ts';

export type RelendRule = {
  readonly userId: UserId;
  readonly mfiId: MfiId;
  readonly isOn: boolean;
  /** Null for any loan of the institution. */
  readonly campaignId: CampaignId | null;
  readonly perLoanCents: Cents;
  readonly keepCents: Cents;
  /** The last day that is done, at the place of the institution. */
  readonly ranOn: CalendarDate | null;
};
export type RelendRuleRow = RelendRule & {
  readonly mfiName: string;
  readonly timeZone: string;
  readonly campaignName: string | null;
};

/** The rules of one person, or those of everybody that are on; by person and institution. */
export async function listRelendRules(db: Db, of: UserId | 'everybody'): Promise<RelendRuleRow[]> {
  const whose = of === 'everybody' ? sql`r.is_on and u.closed_at is null` : sql`r.user_id = ${of}`;
  const { rows } = await sql<RelendRuleRow>`
    select r.user_id as "userId", r.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone", r.is_on as "isOn",
      r.campaign_id as "campaignId", c.name as "campaignName", r.per_loan_cents as "perLoanCents",
      r.keep_cents as "keepCents", r.ran_on as "ranOn"
    from relend_rules r
    join users u on u.id = r.user_id
    join mfis m on m.id = r.mfi_id
    left join campaigns c on c.id = r.campaign_id
    where ${whose} order by r.user_id, r.mfi_id`.execute(db);
  return rows;
}

/**
 * A rule as it is now, locked until the transaction ends: a change by its person, and the end of their account, wait.
 * Undefined once the rule is off or gone, or this day is done.
 */
export async function holdRelendRule(
  tx: Tx,
  { userId, mfiId }: Pick<RelendRule, 'userId' | 'mfiId'>,
  day: CalendarDate,
): Promise<RelendRuleRow | undefined> {
  // A full share lock conflicts with the lock under which a person changes their rules; a key share would let that
  // through.
  await sql`select id from users where id = ${userId} for share`.execute(tx);
  const rules = await listRelendRules(tx, userId);
  return rules.find((rule) => rule.mfiId === mfiId && rule.isOn && (rule.ranOn === null || rule.ranOn < day));
}

export async function setRelendRules(tx: Tx, userId: UserId, rules: readonly RelendRule[]): Promise<void> {
  await tx.deleteFrom('relendRules').where('userId', '=', userId).execute();
  if (rules.length > 0)
    await tx
      .insertInto('relendRules')
      .values([...rules])
      .execute();
}

export type RelendLoan = { readonly id: ProposalId; readonly remainingCents: Cents };

/** The most loans of a rule in one morning; more would be a crowd of tiny parts. */
const LOANS_MAX = 100;

/**
 * The loans that a rule may lend to: checked, open, of others, not backed by its person yet, nor taken back by them
 * (R31.1), not put away by them, and of the campaign where one is chosen; the nearest deadline first (R25.8). With
 * `only`, none but that loan.
 */
export async function listLoansToRelend(
  db: Db,
  { userId, mfiId, campaignId }: Pick<RelendRule, 'userId' | 'mfiId' | 'campaignId'>,
  now: Date,
  only: ProposalId | null = null,
): Promise<RelendLoan[]> {
  const { rows } = await sql<RelendLoan>`
    select p.id, (p.amount_cents - p.backed_cents)::bigint as "remainingCents" from proposals p
    where p.mfi_id = ${mfiId} and (${only}::bigint is null or p.id = ${only}::bigint) and p.status in ${OPEN_STATUSES} and p.deleted_at is null and p.hidden_at is null
      and p.approved_at is not null and p.owner_id <> ${userId} and p.funding_deadline >= ${now}
      and not exists (
        select from investments i where i.proposal_id = p.id and i.investor_id = ${userId} and i.released_at is null
      )
      and not exists (
        select from journals j where j.proposal_id = p.id and j.kind = 'cancelled' and j.actor_id = ${userId} and j.at >= p.published_at
      )
      and not exists (select from ignored_proposals g where g.proposal_id = p.id and g.user_id = ${userId})
      and (${campaignId}::bigint is null or exists (
        select from campaign_proposals j join campaigns c on c.id = j.campaign_id
        where j.proposal_id = p.id and c.id = ${campaignId}::bigint and c.archived_at is null and c.published
      ))
    order by p.funding_deadline, p.id limit ${LOANS_MAX}`.execute(db);
  return rows;
}

/** Closes a day of a rule, once. @returns whether this call did */
export async function claimRelendDay(
  tx: Tx,
  { userId, mfiId }: Pick<RelendRule, 'userId' | 'mfiId'>,
  day: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql`
    update relend_rules set ran_on = ${day} where user_id = ${userId} and mfi_id = ${mfiId} and is_on
      and (ran_on is null or ran_on < ${day}::date) returning user_id`.execute(tx);
  return rows.length > 0;
}

/** The name of one person's day, in the books and in the answers that are kept (R25.8). */
export function relendKey(userId: UserId, day: CalendarDate): string {
  return `relend:${userId}:${day}`;
}

/** The loans and the sum of one day of a rule, from the books. */
export async function findRelent(
  db: Db,
  { userId, mfiId }: Pick<RelendRule, 'userId' | 'mfiId'>,
  day: CalendarDate,
): Promise<{ count: number; amountCents: Cents }> {
  const { rows } = await sql<{ count: number; amountCents: Cents }>`
    select count(*)::int as count, coalesce(sum(j.amount_cents), 0)::bigint as "amountCents"
    from investments i
    join proposals p on p.id = i.proposal_id and p.mfi_id = ${mfiId}
    join journals j on j.proposal_id = i.proposal_id and j.investment_id = i.id and j.kind = 'backing'
    where i.investor_id = ${userId} and j.idempotency_key = ${relendKey(userId, day)}`.execute(db);
  return rows[0] as (typeof rows)[0];
}
