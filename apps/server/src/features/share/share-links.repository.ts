import type { CampaignId, InvestmentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** The visits that a link counts in a day at most, so that what one link writes has a bound. */
const VISITS_OF_DAY_MAX = 500;

export type SharedThing = { readonly proposalId: ProposalId } | { readonly campaignId: CampaignId };
export type ShareLink = { readonly code: string; readonly visits: number; readonly backings: number };

/**
 * Keeps one link for each person and thing. The second call answers with the first link, and its `code` is not used.
 */
export async function keepShareLink(
  tx: Tx,
  { userId, code, ...thing }: { readonly userId: UserId; readonly code: string } & SharedThing,
  now: Date,
): Promise<ShareLink> {
  await tx
    .insertInto('shareLinks')
    .values({ userId, code, ...thing, madeAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ofThing =
    'proposalId' in thing ? sql`proposal_id = ${thing.proposalId}` : sql`campaign_id = ${thing.campaignId}`;
  const { rows } = await sql<ShareLink>`
    select code, visits, backings from share_links where user_id = ${userId} and ${ofThing}`.execute(tx);
  return rows[0] as ShareLink;
}

type Visit = {
  readonly code: string;
  /** Null for a visitor who is not signed in. */
  readonly viewerId: UserId | null;
  readonly visitor: string;
  readonly day: string;
};

/** Counts a device once a day, and the link's own person never. A code that nobody has counts nothing. */
export async function countShareVisit(db: Db, { code, viewerId, visitor, day }: Visit): Promise<void> {
  await sql`
    with link as (
      select id from share_links where code = ${code} and user_id is distinct from ${viewerId}::bigint
    ), came as (
      insert into share_visits (link_id, day, visitor)
      select id, ${day}::date, ${visitor} from link
      where (select count(*) from share_visits v where v.link_id = link.id and v.day = ${day}::date) < ${VISITS_OF_DAY_MAX}
      on conflict do nothing returning link_id
    )
    update share_links set visits = visits + 1 where id in (select link_id from came)`.execute(db);
}

export type SharedBacking = { readonly code: string; readonly investorId: UserId };

/**
 * Counts the people who came by a link and backed this proposal, which it leads to itself or by its campaign: each with their
 * first backing of it. `ids` are the backings that were just written.
 */
export async function countSharedBackings(
  tx: Tx,
  proposalId: ProposalId,
  shared: readonly SharedBacking[],
  ids: readonly InvestmentId[],
): Promise<void> {
  if (shared.length === 0) return;
  // The links are locked in one order, because a campaign's links are counted from several proposals at once.
  await sql`
    with came as (
      select distinct l.id, s.investor
      from unnest(${shared.map(({ code }) => code)}::text[], ${shared.map(({ investorId }) => investorId)}::bigint[])
        as s (code, investor)
      join share_links l on l.code = s.code and l.user_id <> s.investor and (l.proposal_id = ${proposalId} or exists (
        select from campaign_proposals c where c.campaign_id = l.campaign_id and c.proposal_id = ${proposalId}))
      where not exists (select from investments i
        where i.proposal_id = ${proposalId} and i.investor_id = s.investor and i.id <> all (${ids}::bigint[]))
    ), locked as (
      select id from share_links where id in (select id from came) order by id for no key update
    )
    update share_links l set backings = l.backings + (select count(*)::int from came c where c.id = l.id)
    where l.id in (select id from locked)`.execute(tx);
}
