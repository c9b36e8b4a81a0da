import { createHash } from 'node:crypto';
import * as contract from '@sathi/contract/share.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignShareRefusal } from '@sathi/domain/campaigns.ts';
import type { CampaignId, ProposalId } from '@sathi/domain/ids.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { newLegible } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findCampaign } from '../campaigns/campaigns.repository.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { countShareVisit, keepShareLink } from './share-links.repository.ts';

const CODE_LENGTH = 8;
/** Machines that open what is shared, by what they call themselves; most of them run no script and never ask. */
const MACHINE = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|headless|curl|wget|lighthouse/i;

type Kind = (typeof contract.SHARED_KINDS)[number];

/** The own links of people, and what came of them. */
export function shareLinkRoutes(app: FastifyInstance, outside: Pick<Outside, 'db' | 'now' | 'realNow'>): void {
  command(app, outside, contract.shareLink, {
    on: async ({ tx, asked }) => ({ thing: await findShared(tx, given('kind', asked.kind), given('id', asked.id)) }),
    may: ({ viewer, now, thing: { proposal, campaign } }) =>
      proposal
        ? proposalRefusal('share', viewer, proposal)
        : campaignShareRefusal(campaign, calendarDateIn(campaign.timeZone, now)),
    run: ({ tx, viewer, body, now }) => {
      const { kind, id } = body;
      const thing = kind === 'proposal' ? { proposalId: id as ProposalId } : { campaignId: id as CampaignId };
      return keepShareLink(tx, { userId: viewer.id, code: newLegible(CODE_LENGTH), ...thing }, now);
    },
  });

  mount(app, contract.countVisit, async ({ body, viewer, agent }) => {
    const day = outside.now().toISOString().slice(0, 10);
    const { shareCode: code } = body;
    // The visitor is another one for each link, so that the rows of one device do not show what else it opened.
    const visitor = createHash('sha256').update(`${code}:${body.visitor}`).digest('base64url');
    if (!MACHINE.test(agent)) await countShareVisit(outside.db, { code, viewerId: viewer?.id ?? null, visitor, day });
    return {};
  });
}

/** @throws RefusalError `not_found` */
async function findShared(tx: Tx, kind: Kind, id: number) {
  if (kind === 'proposal') return { proposal: found(await findProposal(tx, id as ProposalId)) };
  return { proposal: null, campaign: found(await findCampaign(tx, null, id as CampaignId)) };
}
