import * as contract from '@sathi/contract/campaigns.ts';
import type { BodyOf } from '@sathi/contract/endpoint.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignNewsRefusal, campaignRefusal, seesCampaign } from '@sathi/domain/campaigns.ts';
import type { CampaignId, MfiId } from '@sathi/domain/ids.ts';
import { isStaffOf, ownMfi, proposalRefusal } from '@sathi/domain/permissions.ts';
import type { ProposalStatus, SignedIn, Viewer } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import { signedIn } from '../../http/call.ts';
import { command } from '../../http/command.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount, mountShared, onePage, type Page } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { type CampaignAnswer, campaignAnswer } from './campaign-answers.ts';
import { CAMPAIGN_SORT, campaignCardCursor, listCampaignCards } from './campaign-cards.repository.ts';
import { findCampaignAudience, sendCampaignEmail } from './campaign-news.service.ts';
import {
  askedCampaign,
  type CampaignValues,
  findCampaign,
  listCampaignChoices,
  listCampaigns,
} from './campaigns.repository.ts';
import { assignToCampaigns, createCampaign, deleteCampaign, updateCampaign } from './campaigns.service.ts';

export function campaignRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  changes(app, outside);
  news(app, outside);
}

function reads(app: FastifyInstance, outside: Outside): void {
  mountShared(app, contract.listCampaigns, async ({ query, viewer, caller, db }) => {
    const from = { db, now: outside.now };
    const limit = query.limit ?? PAGE_SIZE;
    if (query.campaignId !== undefined) {
      return oneCampaign(from, viewer, { ...query, campaignId: query.campaignId, limit });
    }
    return ownCampaigns(from, signedIn({ caller }), { ...query, limit });
  });

  mount(app, contract.listCampaignChoices, async ({ query, viewer }) => {
    const proposal = found(await findProposal(outside.db, query.proposalId));
    refuseIf(proposalRefusal('assignToCampaign', viewer, proposal));
    const today = calendarDateIn(proposal.mfi.timeZone, outside.now());
    const { id: proposalId, mfiId } = proposal;
    const seesAll = isStaffOf(viewer, mfiId);
    const choices = await listCampaignChoices(outside.db, { proposalId, mfiId, today, seesAll });
    return pageOfAll('campaign_choices', choices, query);
  });
}

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** One campaign for all who see it, with a page of its proposals; an archived one shows none (R16.1, R16.2). */
async function oneCampaign(
  { db, now }: Pick<Outside, 'db' | 'now'>,
  viewer: Viewer,
  query: PageQuery & { readonly campaignId: CampaignId; readonly status?: readonly ProposalStatus[] | undefined },
): Promise<Page<CampaignAnswer[]>> {
  const campaign = found(await findCampaign(db, viewer?.id ?? null, query.campaignId));
  if (!seesCampaign(viewer, campaign)) throw new RefusalError('not_found');
  if (campaign.isArchived) return onePage([campaignAnswer(campaign, [], viewer, now())]);
  const { limit, status } = query;
  const after = decodeCursor(query.cursor, CAMPAIGN_SORT, 'integer');
  const rows = await listCampaignCards(db, viewer?.id ?? null, campaign.id, { status, limit: limit + 1, after });
  const { data, nextCursor } = pageOf(rows, limit, campaignCardCursor);
  return { data: [campaignAnswer(campaign, data, viewer, now())], nextCursor };
}

/** An institution's campaigns for its staff; which proposals are in each is told where one is opened. */
async function ownCampaigns(
  { db, now }: Pick<Outside, 'db' | 'now'>,
  { id, mfiIds: own }: SignedIn,
  query: PageQuery & { readonly mfiId?: MfiId | undefined },
): Promise<Page<CampaignAnswer[]>> {
  const mfiId = query.mfiId ?? own[0];
  if (mfiId === undefined || !own.includes(mfiId)) throw new RefusalError('not_permitted');
  const after = decodeCursor(query.cursor, 'campaigns', 'instant');
  const rows = await listCampaigns(db, id, mfiId, { limit: query.limit + 1, after });
  const { data, nextCursor } = pageOf(rows, query.limit, (row) => ({
    sort: 'campaigns',
    value: row.createdAt.toISOString(),
    id: row.id,
  }));
  return { data: data.map((row) => campaignAnswer(row, [], null, now())), nextCursor };
}

function changes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.createCampaign, {
    may: ({ viewer, asked }) => (ownMfi(viewer, asked.mfiId) === null ? 'not_permitted' : null),
    run: async (change) =>
      createCampaign(change, found(ownMfi(change.viewer, change.body.mfiId)), newValues(change.body)),
  });

  command(app, outside, contract.updateCampaign, {
    on: ({ tx, asked }) => askedCampaign({ tx, asked: { campaignId: asked.id } }),
    may: ({ viewer, campaign }) => campaignRefusal(viewer, campaign),
    run: (change) => updateCampaign(change, changedValues(change.body)),
  });

  command(app, outside, contract.deleteCampaign, {
    on: ({ tx, asked }) => askedCampaign({ tx, asked: { campaignId: asked.id } }),
    may: ({ viewer, campaign, asked }) => {
      const refusal = campaignRefusal(viewer, campaign);
      return refusal === 'campaign_ended' && asked.proposalIds === undefined ? null : refusal;
    },
    run: deleteCampaign,
  });

  command(app, outside, contract.assignToCampaigns, {
    on: askedProposal,
    may: ({ viewer, proposal }) => proposalRefusal('assignToCampaign', viewer, proposal),
    run: assignToCampaigns,
  });
}

function news(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;

  mount(app, contract.findCampaignAudience, ({ query: { campaignId }, viewer, language }) =>
    findCampaignAudience({ db, origin: publicOrigin(config) }, { viewer, now: now(), campaignId, language }),
  );

  command(app, outside, contract.sendCampaignEmail, {
    on: askedCampaign,
    may: ({ viewer, campaign }) => campaignNewsRefusal(viewer, campaign),
    run: (change) => sendCampaignEmail(change, { secret, origin: publicOrigin(config) }),
  });
}

type NewBody = BodyOf<typeof contract.createCampaign>;

function newValues({ startDate, endDate, ...body }: NewBody): CampaignValues {
  return {
    name: body.name ?? '',
    description: body.description ?? '',
    campaignUrl: body.campaignUrl ?? '',
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
