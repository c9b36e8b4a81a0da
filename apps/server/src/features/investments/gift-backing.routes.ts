import * as contract from '@sathi/contract/gifts.ts';
import { lendableGiftCents } from '@sathi/domain/gifts.ts';
import type { CampaignId, UserId } from '@sathi/domain/ids.ts';
import { investmentStateRefusal } from '@sathi/domain/investments.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { isFrozenFor } from '@sathi/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import type { Outside } from '../../outside/outside.ts';
import { insertGiftLoan, listCampaignGifts, listCampaignsOfProposal } from '../gifts/gifts.repository.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { investTogether } from './investments.service.ts';

/** Staff lend gifts: the fund backs a proposal, and only its credit pays (R25.7). */
export function giftBackingRoutes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.backWithGift, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const proposal = found(await lockProposal(tx, given('proposalId', asked.proposalId)));
      if (proposal.mfiId !== mfiId) throw new RefusalError('not_found');
      const { fundId } = proposal.mfi;
      if (fundId === null) throw new RefusalError('needs_expected');
      return { mfiId, proposal, fund: { id: fundId, mfiIds: [] } };
    },
    // R19.9, R34.7
    may: ({ viewer, proposal, fund, now: at }) => {
      if (viewer.id === proposal.ownerId) return 'second_person_needed';
      return investmentStateRefusal(fund, proposal, at) ?? (isFrozenFor(viewer, proposal) ? 'frozen' : null);
    },
    run: async ({ tx, viewer, now: at, attempt, body: { amount, campaignId = null }, mfiId, proposal, fund }) => {
      const rest = await lendable(tx, proposal, fund.id, campaignId);
      const backing = {
        investor: fund,
        actorId: viewer.id,
        amountCents: amount,
        keepCents: ZERO_CENTS,
        anonymous: false,
        // Its answer is kept by the command.
        attempt: { ...attempt, key: null },
      };
      const [outcome] = await investTogether(tx, proposal.id, [backing], () => at);
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      if (amount > rest) throw new RefusalError('amount_above_credit');
      const { id: investmentId } = outcome;
      await insertGiftLoan(tx, {
        proposalId: proposal.id,
        investmentId,
        mfiId,
        campaignId,
        lentBy: viewer.id,
        lentAt: at,
      });
      return outcome;
    },
  });
}

/** The gifts that may be lent here, while the credit of the fund is held. Those of a campaign are lent in it alone. */
async function lendable(tx: Tx, { id, mfiId }: ProposalRow, fundId: UserId, campaignId: CampaignId | null) {
  const credit = (await lockCredits(tx, [fundId], mfiId)).get(fundId) ?? ZERO_CENTS;
  const isElsewhere =
    campaignId !== null && !(await listCampaignsOfProposal(tx, id)).some((campaign) => campaign.id === campaignId);
  return isElsewhere ? ZERO_CENTS : lendableGiftCents(credit, await listCampaignGifts(tx, mfiId), campaignId);
}
