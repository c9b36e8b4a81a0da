import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, GiftId, InvestmentId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { CampaignGifts } from '@sathi/domain/gifts.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type NewGift = {
  readonly mfiId: MfiId;
  readonly userId: UserId;
  /** Null for the institution itself. */
  readonly campaignId: CampaignId | null;
  readonly amountCents: Cents;
  readonly givenAt: Date;
};

export async function insertGift(tx: Tx, gift: NewGift): Promise<GiftId> {
  return (await tx.insertInto('gifts').values(gift).returning('id').executeTakeFirstOrThrow()).id;
}

/** The row of gifts of an institution; null at trust (R19.3). */
export async function findFund(db: Db, mfiId: MfiId): Promise<UserId | null> {
  const row = await db.selectFrom('mfis').select('fundId').where('id', '=', mfiId).executeTakeFirst();
  return row?.fundId ?? null;
}

/** A backing of the fund names the campaign whose gifts it lends, and who of the staff lent them. */
export async function insertGiftLoan(
  tx: Tx,
  loan: {
    readonly proposalId: ProposalId;
    readonly investmentId: InvestmentId;
    readonly mfiId: MfiId;
    readonly campaignId: CampaignId | null;
    readonly lentBy: UserId;
    readonly lentAt: Date;
  },
): Promise<void> {
  await tx.insertInto('giftLoans').values(loan).execute();
}

/**
 * The gifts of each campaign, from their documents: given, and still out. Where a loan holds gifts of several, what is owed to the
 * fund is shared by what each lent, rounded up, so that no cent is lent twice.
 */
export async function listCampaignGifts(db: Db, mfiId: MfiId): Promise<CampaignGifts[]> {
  const { rows } = await sql<CampaignGifts>`
    with lent as (
      select l.campaign_id, l.proposal_id, sum(i.amount_cents) as cents
      from gift_loans l join investments i on i.proposal_id = l.proposal_id and i.id = l.investment_id
      where l.mfi_id = ${mfiId} and i.released_at is null group by l.campaign_id, l.proposal_id
    ), still as (
      select t.campaign_id, ceil(a.balance_cents * t.cents / sum(t.cents) over (partition by t.proposal_id)) as cents
      from lent t
      -- Money that is lost has not come back.
      join accounts a on a.kind in ('claim', 'lost') and a.proposal_key = t.proposal_id
        and a.user_key = (select fund_id from mfis where id = ${mfiId}) and a.balance_cents > 0
    )
    select c.id as "campaignId", c.archived_at is not null as "isArchived",
      sum(g.amount_cents)::bigint as "givenCents",
      coalesce((select sum(s.cents) from still s where s.campaign_id = c.id), 0)::bigint as "outCents"
    from gifts g join campaigns c on c.id = g.campaign_id
    where g.mfi_id = ${mfiId} group by c.id order by c.id`.execute(db);
  return rows;
}

export type OpenCampaign = { readonly id: CampaignId; readonly name: string };

/** Published, not archived, and not over on this day; newest first. */
export async function listOpenCampaigns(db: Db, mfiId: MfiId, today: CalendarDate): Promise<OpenCampaign[]> {
  const { rows } = await sql<OpenCampaign>`
    select id, name from campaigns
    where mfi_id = ${mfiId} and published and archived_at is null and ends_on >= ${today}
    order by id desc limit 100`.execute(db);
  return rows;
}

/** The campaigns that a proposal is in, without archived ones. */
export async function listCampaignsOfProposal(db: Db, proposalId: ProposalId): Promise<OpenCampaign[]> {
  const { rows } = await sql<OpenCampaign>`
    select c.id, c.name from campaign_proposals j join campaigns c on c.id = j.campaign_id
    where j.proposal_id = ${proposalId} and c.archived_at is null order by c.id`.execute(db);
  return rows;
}
