import {
  CAMPAIGN_DESCRIPTION_LENGTH_MAX,
  CAMPAIGN_MAIL_LENGTH_MAX,
  CAMPAIGN_NAME_LENGTH_MAX,
} from '@sathi/domain/campaigns.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailListField, LinkField, MailResults } from './address-fields.ts';
import {
  ActorFields,
  CalendarDateField,
  CampaignIdField,
  InstantField,
  MfiIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
  StatusFilterField,
} from './fields.ts';
import { ProposalCard } from './proposal-card.ts';
import { imageKeyField, TextField, TitleField } from './text-fields.ts';

/** The campaign's sums over its proposals in status 2 to 6 (R16.3). */
const Totals = z.object({
  asked: MoneyField,
  collected: MoneyField,
  funded: MoneyField,
  repaid: MoneyField,
  proposalsCount: z.number().int(),
  backersCount: z.number().int(),
});

/** The money given to the campaign for ever, and the part of it lent now: what comes back is lent again (R25.7). */
const Gifts = { giftedAmount: MoneyField, giftLentAmount: MoneyField };

export const Campaign = z.object({
  id: CampaignIdField,
  mfiId: MfiIdField,
  mfiName: z.string(),
  name: z.string(),
  description: z.string(),
  campaignUrl: z.string(),
  donationUrl: z.string(),
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  imageBlur: z.string().nullable(),
  startDate: CalendarDateField,
  endDate: CalendarDateField,
  published: z.boolean(),
  archivedAt: InstantField.nullable(),
  /** The end date has passed: the page stays, inviting and sharing end (R16.4). */
  hasEnded: z.boolean(),
  totals: Totals,
  ...Gifts,
  proposalCampaigns: z.array(z.object({ id: z.string(), borrow: ProposalCard })),
});

export const listCampaigns = endpoint('listCampaigns', {
  summary:
    "An MFI's campaigns for its staff (`mfiId`), or one with its proposals (`campaignId`): a published one for everybody, any other for its staff alone",
  access: 'public',
  shared: true,
  list: true,
  query: z.object({
    mfiId: MfiIdField.optional(),
    campaignId: CampaignIdField.optional(),
    status: StatusFilterField.optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(Campaign),
  refuses: ['sign_in_required', 'not_found'],
  example: { query: { campaignId: '1' } },
});

const formFields = {
  // Name, description or link: one of the three is enough (R16.6).
  name: TitleField(CAMPAIGN_NAME_LENGTH_MAX, { optional: true }).optional(),
  description: TextField(CAMPAIGN_DESCRIPTION_LENGTH_MAX, { optional: true }).optional(),
  campaignUrl: LinkField.optional(),
  startDate: CalendarDateField,
  endDate: CalendarDateField,
  donationUrl: LinkField.optional(),
  image: imageKeyField('campaignImages').nullable().optional(),
  published: z.boolean({ error: 'invalid' }).optional(),
};

const FORM = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-05-01',
  endDate: '2027-06-01',
  campaignUrl: 'https://roi.example/eid',
  donationUrl: 'https://roi.example/give',
};

export const createCampaign = endpoint('createCampaign', {
  summary: 'A new campaign of the own MFI',
  access: 'signed_in',
  created: true,
  body: z.strictObject({ ...formFields, mfiId: MfiIdField.optional(), userId: ActorFields.userId }),
  data: z.object({ id: CampaignIdField }),
  refuses: ['invalid_date'],
  example: { body: { ...FORM, mfiId: '3' } },
});

export const updateCampaign = endpoint('updateCampaign', {
  summary: 'Change a campaign of the own MFI',
  access: 'signed_in',
  query: z.object({ id: CampaignIdField, ...ActorFields }),
  body: z.strictObject({ ...formFields, userId: ActorFields.userId }).partial(),
  data: z.object({ id: CampaignIdField }),
  refuses: ['not_found', 'campaign_ended', 'invalid_date'],
  example: { query: { id: '1' }, body: { ...FORM, published: true } },
});

export const assignToCampaigns = endpoint('assignToCampaigns', {
  summary: "The proposal's campaigns become exactly these (R16.5)",
  access: 'signed_in',
  body: z.strictObject({
    proposalId: ProposalIdField,
    userId: ActorFields.userId,
    campaignIds: z.array(CampaignIdField, { error: 'required' }).max(50, { error: 'invalid' }),
  }),
  data: z.object({ proposalId: ProposalIdField, campaignIds: z.array(CampaignIdField) }),
  refuses: ['not_found', 'wrong_status', 'campaign_ended'],
  example: { body: { proposalId: '169', userId: '10', campaignIds: ['1', '2'] } },
});

export const deleteCampaign = endpoint('deleteCampaign', {
  summary: 'Archive a campaign, or with `proposalIds` take those proposals out of it',
  access: 'signed_in',
  body: z.strictObject({
    id: CampaignIdField,
    proposalIds: z.array(ProposalIdField, { error: 'invalid' }).max(50, { error: 'invalid' }).optional(),
    userId: ActorFields.userId,
  }),
  data: z.object({ id: CampaignIdField }),
  refuses: ['not_found', 'campaign_ended'],
  example: { body: { id: '1', proposalIds: ['169'] } },
});

export const listCampaignChoices = endpoint('listCampaignChoices', {
  summary: "The campaigns of a proposal's MFI it can be put into, for its owner and staff",
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(z.object({ id: CampaignIdField, name: z.string(), isAssigned: z.boolean() })),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const findCampaignAudience = endpoint('findCampaignAudience', {
  summary:
    'How many backers there are, how many of them a mail would go to, and what it says around the own words, to see before sending',
  access: 'signed_in',
  query: z.object({ campaignId: CampaignIdField, ...ActorFields }),
  data: z.object({
    backersCount: z.number().int(),
    /** The backers who would get it now, without those who had a mail today or unsubscribed. */
    recipientsCount: z.number().int(),
    mail: z.object({ subject: z.string(), opening: z.string(), closing: z.string() }),
  }),
  refuses: ['not_found', 'wrong_status', 'campaign_ended'],
  example: { query: { campaignId: '1' } },
});

export const sendCampaignEmail = endpoint('sendCampaignEmail', {
  summary: 'Staff write to everybody who backs a proposal of the campaign; with `sendToMails`, to those of them',
  access: 'signed_in',
  body: z.strictObject({
    campaignId: CampaignIdField,
    text: TextField(CAMPAIGN_MAIL_LENGTH_MAX),
    sendToMails: EmailListField.optional(),
    userId: ActorFields.userId,
  }),
  data: MailResults,
  refuses: ['not_found', 'wrong_status', 'campaign_ended'],
  example: { body: { campaignId: '1', text: 'Eid mubarak.' } },
});
