import * as contract from '@sathi/contract/gifts.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { giftRefusal, giveableCents, lendableGiftCents } from '@sathi/domain/gifts.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { dollarsOf, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { isVisible } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { balanceCents, lockCredits } from '../../ledger/ledger.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockCampaigns } from '../campaigns/campaigns.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { findUnsureCents } from '../pay-ins/unsure.repository.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { giveCredit } from './gifts.service.ts';
import { findFund, listCampaignGifts, listCampaignsOfProposal, listOpenCampaigns } from './gifts.repository.ts';

/** Credit that people give away, and the gifts that staff may lend (R25.7). */
export function giftRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  command(app, outside, contract.giveCredit, {
    stepUp: 'everybody',
    on: async ({ tx, viewer, asked }) => {
      const mfiId = given('mfiId', asked.mfiId);
      const campaignId = asked.campaignId ?? null;
      const campaign = campaignId === null ? null : await lockCampaignOf(tx, mfiId, campaignId);
      const fundId = await fundOf(tx, mfiId);
      if (campaign?.isArchived) throw new RefusalError('campaign_ended');
      const credits = await lockCredits(tx, [viewer.id, fundId], mfiId);
      const creditCents = credits.get(viewer.id) ?? ZERO_CENTS;
      const unsureCents = await findUnsureCents(tx, { mfiId, userId: viewer.id });
      return { fundId, campaignId, credit: { creditCents, unsureCents } };
    },
    run: async ({ body: { mfiId, amount }, fundId, campaignId, credit, ...change }) => {
      const refusal = giftRefusal(amount, credit);
      const facts = { availableAmount: dollarsOf(giveableCents(credit)) };
      if (refusal !== null) throw new RefusalError(refusal, refusal === 'paid_in_lately' ? { facts } : {});
      const id = await giveCredit(change, { mfiId, fundId, campaignId, amountCents: amount });
      return { id, amount, credit: subtractCents(credit.creditCents, amount) };
    },
  });

  mount(app, contract.listOpenCampaigns, async ({ query }) => {
    const { timeZone } = found(await findMfiSettings(db, query.mfiId));
    const campaigns = await listOpenCampaigns(db, query.mfiId, calendarDateIn(timeZone, now()));
    return pageOfAll('open_campaigns', campaigns, query);
  });

  mount(app, contract.findLendableGifts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const userId = await fundOf(db, mfiId);
    const proposal = found(await findProposal(db, query.proposalId));
    if (proposal.mfiId !== mfiId || !isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const credit = await balanceCents(db, { kind: 'wallet', userId, mfiId });
    const gifts = await listCampaignGifts(db, mfiId);
    const campaigns = (await listCampaignsOfProposal(db, proposal.id)).map((campaign) => ({
      ...campaign,
      amount: lendableGiftCents(credit, gifts, campaign.id),
    }));
    return {
      general: lendableGiftCents(credit, gifts, null),
      campaigns: campaigns.filter(({ amount }) => amount > 0),
    };
  });
}

/** @throws RefusalError `not_found`; `needs_expected` at trust */
async function fundOf(db: Db, mfiId: MfiId) {
  found(await findMfiSettings(db, mfiId));
  const fundId = await findFund(db, mfiId);
  if (fundId === null) throw new RefusalError('needs_expected');
  return fundId;
}

/** @throws RefusalError `not_found` for one of another institution or unpublished */
async function lockCampaignOf(tx: Tx, mfiId: MfiId, id: Parameters<typeof lockCampaigns>[1][number]) {
  const [campaign] = await lockCampaigns(tx, [id]);
  if (campaign?.mfiId !== mfiId || !campaign.isPublished) throw new RefusalError('not_found');
  return campaign;
}
