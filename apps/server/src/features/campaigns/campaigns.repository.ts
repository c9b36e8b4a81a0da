import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { Campaign } from '@sathi/domain/campaigns.ts';
import type { CampaignId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { isShownTo } from '../reports/hidden.repository.ts';

export type CampaignRow = Campaign & {
  readonly id: CampaignId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly name: string;
  readonly description: string;
  readonly campaignUrl: string;
  readonly donationUrl: string;
  readonly image: string | null;
  readonly imageBlur: string | null;
  readonly startsOn: CalendarDate;
  readonly createdAt: Date;
  readonly archivedAt: Date | null;
};

/** The sums over the proposals in status 2 to 6 (R16.3) that their reader is shown (R34.6). */
export type CampaignTotals = {
  readonly askedCents: Cents;
  readonly collectedCents: Cents;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly proposalsCount: number;
  readonly backersCount: number;
  /** The gifts to the campaign, and the sums lent from them, counted again each time they came back (R25.7). */
  readonly giftedCents: Cents;
  readonly giftLentCents: Cents;
};

/** `readerId` is null for a visitor. */
async function selectCampaigns(
  db: Db,
  readerId: UserId | null,
  rest: RawBuilder<unknown>,
): Promise<(CampaignRow & CampaignTotals)[]> {
  const isShown = isShownTo(sql`${readerId}::bigint`);
  const { rows } = await sql<CampaignRow & CampaignTotals>`
    select c.id, c.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone", c.name, c.description,
      c.campaign_url as "campaignUrl", c.donation_url as "donationUrl", c.image, f.blur as "imageBlur",
      c.starts_on as "startsOn", c.ends_on as "endsOn", c.published as "isPublished", c.created_at as "createdAt",
      c.archived_at as "archivedAt", c.archived_at is not null as "isArchived", t.*
    from campaigns c
    join mfis m on m.id = c.mfi_id
    left join files f on f.key = c.image
    cross join lateral (
      select coalesce(sum(p.amount_cents), 0)::bigint as "askedCents",
        coalesce(sum(p.backed_cents), 0)::bigint as "collectedCents",
        coalesce(sum(p.funded_cents), 0)::bigint as "fundedCents",
        coalesce(sum(p.repaid_cents), 0)::bigint as "repaidCents",
        count(*)::int as "proposalsCount",
        (select count(distinct i.investor_id)::int
          from campaign_proposals k
          join proposals p on p.id = k.proposal_id and p.deleted_at is null and p.status >= ${STATUS.published} and ${isShown}
          join investments i on i.proposal_id = p.id and i.released_at is null
          where k.campaign_id = c.id) as "backersCount",
        (select coalesce(sum(g.amount_cents), 0)::bigint from gifts g where g.campaign_id = c.id) as "giftedCents",
        (select coalesce(sum(i.amount_cents), 0)::bigint from gift_loans l
          join investments i on i.proposal_id = l.proposal_id and i.id = l.investment_id
          where l.campaign_id = c.id and i.released_at is null) as "giftLentCents"
      from campaign_proposals j join proposals p on p.id = j.proposal_id
      where j.campaign_id = c.id and p.deleted_at is null and p.status >= ${STATUS.published} and ${isShown}
    ) t
    where true ${rest}`.execute(db);
  return rows;
}

export async function findCampaign(
  db: Db,
  readerId: UserId | null,
  id: CampaignId,
): Promise<(CampaignRow & CampaignTotals) | undefined> {
  return (await selectCampaigns(db, readerId, sql`and c.id = ${id}`))[0];
}

/** Newest first. An archived campaign is in no list (R16.2). */
export async function listCampaigns(
  db: Db,
  readerId: UserId,
  mfiId: MfiId,
  page: { readonly limit: number; readonly after: { readonly value: unknown; readonly id: number } | null },
): Promise<(CampaignRow & CampaignTotals)[]> {
  const after = page.after
    ? sql`and (c.created_at, c.id) < (${page.after.value}::timestamptz, ${page.after.id}::bigint)`
    : sql``;
  return selectCampaigns(
    db,
    readerId,
    sql`and c.mfi_id = ${mfiId} and c.archived_at is null ${after} order by c.created_at desc, c.id desc limit ${page.limit}`,
  );
}

export type LockedCampaign = Campaign &
  Pick<CampaignRow, 'id' | 'name' | 'description' | 'campaignUrl' | 'image' | 'startsOn' | 'timeZone' | 'mfiName'>;

/**
 * Locks campaigns in the order of their ids, so that two transactions that lock the same ones never wait for each other
 * in a ring. A row that only names a campaign does not wait for this lock: a loan of gifts is such a row, and it holds
 * the credit that a giver waits for.
 */
export async function lockCampaigns(tx: Tx, ids: readonly CampaignId[]): Promise<LockedCampaign[]> {
  const { rows } = await sql<LockedCampaign>`
    select c.id, c.name, c.description, c.campaign_url as "campaignUrl", c.image, c.mfi_id as "mfiId", m.name as "mfiName", c.starts_on as "startsOn", c.ends_on as "endsOn", c.published as "isPublished",
      c.archived_at is not null as "isArchived", m.time_zone as "timeZone"
    from campaigns c join mfis m on m.id = c.mfi_id
    where c.id = any (${ids}::bigint[]) order by c.id for no key update of c`.execute(tx);
  return rows;
}

/**
 * The campaign that a call names, locked for its command.
 * @throws RefusalError `not_found`
 */
export async function askedCampaign({
  tx,
  asked,
}: {
  readonly tx: Tx;
  readonly asked: { readonly campaignId?: CampaignId | undefined };
}): Promise<{ campaign: LockedCampaign }> {
  const [campaign] = await lockCampaigns(tx, [given('campaignId', asked.campaignId)]);
  return { campaign: found(campaign) };
}

export type CampaignValues = {
  readonly name: string;
  readonly description: string;
  readonly campaignUrl: string;
  readonly donationUrl: string;
  readonly image: string | null;
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate;
  readonly published: boolean;
};

export async function insertCampaign(
  tx: Tx,
  row: CampaignValues & { readonly mfiId: MfiId; readonly createdBy: UserId; readonly createdAt: Date },
): Promise<CampaignId> {
  const { id } = await tx.insertInto('campaigns').values(row).returning('id').executeTakeFirstOrThrow();
  return id as CampaignId;
}

export async function setCampaign(
  tx: Tx,
  id: CampaignId,
  values: Partial<CampaignValues> & { readonly archivedAt?: Date },
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx.updateTable('campaigns').set(values).where('id', '=', id).execute();
}

export async function deleteFromCampaign(tx: Tx, id: CampaignId, proposalIds: readonly ProposalId[]): Promise<void> {
  await sql`
    delete from campaign_proposals where campaign_id = ${id} and proposal_id = any (${proposalIds}::bigint[])`.execute(
    tx,
  );
}

export async function listCampaignIdsOf(db: Db, proposalId: ProposalId): Promise<Set<CampaignId>> {
  const { rows } = await sql<{ campaignId: CampaignId }>`
    select campaign_id as "campaignId" from campaign_proposals where proposal_id = ${proposalId}`.execute(db);
  return new Set(rows.map(({ campaignId }) => campaignId));
}

/** Sets the proposal's campaigns to these. It stays in archived ones: their final total stays (R16.2). */
export async function setCampaignsOf(
  tx: Tx,
  proposalId: ProposalId,
  campaignIds: readonly CampaignId[],
  by: { readonly addedBy: UserId; readonly addedAt: Date },
): Promise<void> {
  await sql`
    delete from campaign_proposals j using campaigns c
    where c.id = j.campaign_id and c.archived_at is null and j.proposal_id = ${proposalId}
      and not j.campaign_id = any (${campaignIds}::bigint[])`.execute(tx);
  await sql`
    insert into campaign_proposals (campaign_id, proposal_id, added_by, added_at)
    select id, ${proposalId}::bigint, ${by.addedBy}::bigint, ${by.addedAt}::timestamptz
    from unnest(${campaignIds}::bigint[]) as id
    on conflict do nothing`.execute(tx);
}

export type CampaignChoice = { readonly id: CampaignId; readonly name: string; readonly isAssigned: boolean };

/**
 * The campaigns that a proposal of this MFI can be put into, after those it is in already: saving a choice must not
 * lose any of them. Others that are unpublished are for the staff of the MFI (R16.1).
 */
export async function listCampaignChoices(
  db: Db,
  {
    proposalId,
    mfiId,
    today,
    seesAll,
  }: {
    readonly proposalId: ProposalId;
    readonly mfiId: MfiId;
    readonly today: CalendarDate;
    readonly seesAll: boolean;
  },
): Promise<CampaignChoice[]> {
  const { rows } = await sql<CampaignChoice>`
    select c.id, c.name, j.campaign_id is not null as "isAssigned"
    from campaigns c left join campaign_proposals j on j.campaign_id = c.id and j.proposal_id = ${proposalId}
    where c.mfi_id = ${mfiId} and c.archived_at is null
      and (j.campaign_id is not null or c.ends_on >= ${today} and (c.published or ${seesAll}))
    order by j.campaign_id is not null desc, c.created_at desc, c.id desc`.execute(db);
  return rows;
}

export type CampaignBacker = { readonly userId: UserId; readonly email: string; readonly language: 'en' | 'be' | 'ar' };

/**
 * All people whose money is in one of the campaign's loans, without institutions and former members (R19.3). With
 * `emails`, only those of them.
 */
export async function listCampaignBackers(
  db: Db,
  id: CampaignId,
  emails: readonly string[] | null,
): Promise<CampaignBacker[]> {
  const { rows } = await sql<CampaignBacker>`
    select u.id as "userId", u.email, u.language from users u
    where u.closed_at is null and u.id in (
      select i.investor_id from campaign_proposals j
      join proposals p on p.id = j.proposal_id and p.deleted_at is null
      join investments i on i.proposal_id = p.id and i.released_at is null
      where j.campaign_id = ${id}
    ) ${emails === null ? sql`` : sql`and lower(u.email) = any (${emails}::text[])`}
    order by u.id`.execute(db);
  return rows;
}

/** Claims today's mail for these people and returns those who had none yet (once for each campaign, person and day). */
export async function claimDailyNews(
  tx: Tx,
  id: CampaignId,
  userIds: readonly UserId[],
  day: CalendarDate,
): Promise<Set<UserId>> {
  const { rows } = await sql<{ recipientId: UserId }>`
    insert into daily_mails (kind, object, recipient_id, day)
    select 'campaign_news', ${String(id)}, u, ${day}::date from unnest(${userIds}::bigint[]) as u
    on conflict do nothing returning recipient_id as "recipientId"`.execute(tx);
  return new Set(rows.map(({ recipientId }) => recipientId));
}

/** The people who had news of this campaign on this day. */
export async function listDailyNews(db: Db, id: CampaignId, day: CalendarDate): Promise<Set<UserId>> {
  const { rows } = await sql<{ recipientId: UserId }>`
    select recipient_id as "recipientId" from daily_mails
    where kind = 'campaign_news' and object = ${String(id)} and day = ${day}::date`.execute(db);
  return new Set(rows.map(({ recipientId }) => recipientId));
}
