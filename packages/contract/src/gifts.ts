import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CampaignIdField,
  GiftIdField,
  MfiIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
} from './fields.ts';
import { backProposal } from './investments.ts';

export const giveCredit = endpoint('giveCredit', {
  summary: 'Give credit to the MFI that holds it, or to one of its campaigns: lent for ever, never taken back (R25.7)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    mfiId: MfiIdField,
    campaignId: CampaignIdField.optional(),
    amount: AmountField,
  }),
  data: z.object({ id: GiftIdField, amount: MoneyField, credit: MoneyField }),
  refuses: [
    'not_found',
    'needs_expected',
    'campaign_ended',
    'paid_in_lately',
    'amount_not_positive',
    'amount_above_credit',
    'step_up_required',
  ],
  example: { body: { mfiId: '3', campaignId: '1', amount: 7 } },
});

export const listOpenCampaigns = endpoint('listOpenCampaigns', {
  summary: 'The campaigns of an MFI that are published and not over, to give to or to lend to again',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(z.object({ id: CampaignIdField, name: z.string() })),
  refuses: ['not_found'],
  example: { query: { mfiId: '3' } },
});

export const findLendableGifts = endpoint('findLendableGifts', {
  summary: 'The gifts that staff may lend to one proposal: those to the MFI, and those to its campaigns (R25.7)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    general: MoneyField,
    campaigns: z.array(z.object({ id: CampaignIdField, name: z.string(), amount: MoneyField })),
  }),
  refuses: ['not_found', 'needs_expected'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const backWithGift = endpoint('backWithGift', {
  summary: 'Staff back a proposal with gifts; those of a campaign only in it (R25.7)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    amount: AmountField,
    campaignId: CampaignIdField.optional(),
  }),
  data: backProposal.data,
  refuses: [
    'not_found',
    'needs_expected',
    'second_person_needed',
    'wrong_status',
    'funding_ended',
    'not_yet_checked',
    'frozen',
    'hidden',
    'amount_below_minimum',
    'amount_above_remaining',
    'amount_above_credit',
  ],
  example: { query: { mfiId: '3' }, body: { proposalId: '169', amount: 7, campaignId: '1' } },
});
