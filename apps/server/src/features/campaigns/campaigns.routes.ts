import * as contract from '@sathi/contract/campaigns.ts';
import type { BodyOf } from '@sathi/contract/endpoint.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { assignRefusal, campaignRefusal, seesCampaignProposals } from '@sathi/domain/campaigns.ts';
import type { CampaignId, MfiId } from '@sathi/domain/ids.ts';
import type { ProposalStatus, SignedIn, Viewer } from '@sathi/domain/proposals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount, onePage, type Page } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { publicOrigin } from '../../public-origin.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { isReadableId, judgeProposalBy } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { type CampaignAnswer, campaignAnswer } from './campaign-answers.ts';
import { CAMPAIGN_SORT, campaignCardCursor, listCampaignCards } from './campaign-cards.repository.ts';
import { findCampaignAudience, sendCampaignEmail } from './campaign-news.service.ts';
import { type CampaignValues, findCampaign, listCampaignChoices, listCampaigns } from './campaigns.repository.ts';
import { assignToCampaigns, createCampaign, deleteCampaign, updateCampaign } from './campaigns.service.ts';

export function campaignRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  changes(app, outside);
  news(app, outside);
}

function reads(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listCampaigns, async ({ query, viewer, ...call }) => {
    const limit = query.limit ?? PAGE_SIZE;
    if (query.campaignId !== undefined) {
      return oneCampaign(outside, viewer, { ...query, campaignId: query.campaignId, limit });
    }
    return ownCampaigns(outside, signedIn(call).mfiIds, { ...query, limit });
  });

  mount(app, contract.listCampaignChoices, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const proposal = found(await findProposal(outside.db, query.proposalId));
    refuseIf(assignRefusal(viewer, proposal, []));
    const today = calendarDateIn(proposal.mfi.timeZone, outside.now());
    return onePage(await listCampaignChoices(outside.db, { proposalId: proposal.id, mfiId: proposal.mfiId, today }));
  });
}

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** One campaign for anybody, with a page of its proposals where the caller sees them (R16.1). */
async function oneCampaign(
  { db, now }: Outside,
  viewer: Viewer,
  query: PageQuery & { readonly campaignId: CampaignId; readonly status?: readonly ProposalStatus[] | undefined },
): Promise<Page<CampaignAnswer[]>> {
  const campaign = found(await findCampaign(db, query.campaignId));
  if (!seesCampaignProposals(viewer, campaign)) return onePage([campaignAnswer(campaign, [], viewer, now())]);
  const { limit, status } = query;
  const after = decodeCursor(query.cursor, CAMPAIGN_SORT, 'integer');
  const rows = await listCampaignCards(db, viewer?.id ?? null, campaign.id, { status, limit: limit + 1, after });
  const { data, nextCursor } = pageOf(rows, limit, campaignCardCursor);
  return { data: [campaignAnswer(campaign, data, viewer, now())], nextCursor };
}

/** An institution's campaigns for its staff; which proposals are in each is told where one is opened. */
async function ownCampaigns(
  { db, now }: Outside,
  own: readonly MfiId[],
  query: PageQuery & { readonly mfiId?: MfiId | undefined },
): Promise<Page<CampaignAnswer[]>> {
  const mfiId = query.mfiId ?? own[0];
  if (mfiId === undefined || !own.includes(mfiId)) throw new RefusalError('not_permitted');
  const after = decodeCursor(query.cursor, 'campaigns', 'instant');
  const rows = await listCampaigns(db, mfiId, { limit: query.limit + 1, after });
  const { data, nextCursor } = pageOf(rows, query.limit, (row) => ({
    sort: 'campaigns',
    value: row.createdAt.toISOString(),
    id: row.id,
  }));
  return { data: data.map((row) => campaignAnswer(row, [], null, now())), nextCursor };
}

function changes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(
    app,
    contract.createCampaign,
    async ({ body, attempt, ...call }) =>
      createCampaign(db, { viewer: signedIn(call), attempt, now: now(), mfiId: body.mfiId, values: newValues(body) }),
    { judge: async (request) => refuseAllButStaff(signedIn(request), request.body) },
  );

  mount(
    app,
    contract.updateCampaign,
    async ({ query, body, attempt, ...call }) =>
      updateCampaign(db, {
        viewer: signedIn(call),
        attempt,
        now: now(),
        campaignId: query.id,
        values: changedValues(body),
      }),
    { judge: judgeCampaign(db) },
  );

  mount(
    app,
    contract.deleteCampaign,
    async ({ body, attempt, ...call }) => {
      const { id: campaignId, proposalIds } = body;
      return deleteCampaign(db, { viewer: signedIn(call), attempt, now: now(), campaignId, proposalIds });
    },
    { judge: judgeCampaign(db) },
  );

  mount(
    app,
    contract.assignToCampaigns,
    async ({ body: { proposalId, campaignIds }, attempt, ...call }) =>
      assignToCampaigns(db, { viewer: signedIn(call), attempt, now: now(), proposalId, campaignIds }),
    { judge: judgeProposalBy(db, (viewer, proposal) => assignRefusal(viewer, proposal, [])) },
  );
}

function news(app: FastifyInstance, { db, now, secret, config }: Outside): void {
  mount(app, contract.findCampaignAudience, async ({ query, language, ...call }) =>
    findCampaignAudience(
      { db, origin: publicOrigin(config) },
      { viewer: signedIn(call), now: now(), campaignId: query.campaignId, language },
    ),
  );

  mount(
    app,
    contract.sendCampaignEmail,
    async ({ body: { campaignId, text, sendToMails }, attempt, ...call }) =>
      sendCampaignEmail(
        { db, secret, origin: publicOrigin(config) },
        { viewer: signedIn(call), attempt, now: now(), campaignId, text, addresses: sendToMails },
      ),
    { judge: judgeCampaign(db) },
  );
}

type NewBody = BodyOf<typeof contract.createCampaign>;

function newValues({ startDate, endDate, ...body }: NewBody): CampaignValues {
  return {
    name: body.name,
    description: body.description,
    campaignUrl: body.campaignUrl,
    donationUrl: body.donationUrl ?? '',
    image: body.image ?? null,
    startsOn: startDate,
    endsOn: endDate,
    published: body.published ?? false,
  };
}

function changedValues(body: BodyOf<typeof contract.updateCampaign>): Partial<CampaignValues> {
  const { startDate: startsOn, endDate: endsOn, userId: _, ...values } = body;
  return definedOf({ ...values, startsOn, endsOn });
}

/** For `mount`: whoever is no staff of the named institution hears that before what is wrong with the values. */
function refuseAllButStaff({ mfiIds }: SignedIn, body: unknown): void {
  const named = (body as { mfiId?: unknown } | null)?.mfiId;
  const isOwn = isReadableId(named) ? mfiIds.some((mfiId) => mfiId === Number(named)) : mfiIds.length > 0;
  if (!isOwn) throw new RefusalError('not_permitted');
}

/** For `mount`: as {@link refuseAllButStaff}, for a call that names the campaign. */
function judgeCampaign(db: Db) {
  return async (request: FastifyRequest): Promise<void> => {
    const viewer = signedIn(request);
    const values = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>;
    const id = values['campaignId'] ?? values['id'];
    if (!isReadableId(id)) return refuseAllButStaff(viewer, {});
    refuseIf(campaignRefusal(viewer, found(await findCampaign(db, Number(id) as CampaignId))));
  };
}
