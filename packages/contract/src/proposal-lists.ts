import { CATEGORIES } from '@sathi/domain/categories.ts';
import { CLOSING_DAYS_MAX, MONTHS_TO_REPAY_MAX, PLACE_LENGTH_MAX, SEARCH_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CampaignIdField,
  CountField,
  MfiIdField,
  PageFields,
  problem,
  ProposalIdField,
  StatusFilterField,
} from './fields.ts';
import { ProposalCard } from './proposal-card.ts';
import { WordsField } from './text-fields.ts';

/** The two at the end are what pages of an earlier version send for `closing` and `smallestRest`. */
export const PROPOSAL_SORTS = [
  ...(['newest', 'closing', 'nearlyFunded', 'smallestRest', 'shortest', 'amount'] as const),
  ...(['ending_soon', 'least_left'] as const),
] as const;
/** The filters of a person who looks for a loan to back (R26.2). */
export const findFields = {
  search: WordsField(SEARCH_LENGTH_MAX).optional(),
  mfi: MfiIdField.optional(),
  checked: z.enum(['true', 'false']).optional(),
  /** The beginning of a place, without regard to case and accents. */
  place: WordsField(PLACE_LENGTH_MAX).optional(),
  category: z.enum(CATEGORIES, problem('invalid')).optional(),
  /** Dollars still to be backed. */
  maxRemaining: AmountField.optional(),
  maxMonths: CountField(MONTHS_TO_REPAY_MAX).optional(),
  /** Proposals of this campaign, when it is published. */
  campaignId: CampaignIdField.optional(),
  /** Open proposals with a deadline at most so many days away. */
  closingWithinDays: CountField(CLOSING_DAYS_MAX).optional(),
};
const listQuery = {
  ...ActorFields,
  ...PageFields,
  status: StatusFilterField.optional(),
  sort: z.enum(PROPOSAL_SORTS).optional(),
  ...findFields,
};

export const listOwnProposals = endpoint('listOwnProposals', {
  summary: 'My proposals, drafts included',
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
  refuses: [],
  example: { query: { status: '2,3', limit: 10 } },
});

export const listOthersProposals = endpoint('listOthersProposals', {
  summary: "Others' proposals without drafts and without those I ignore",
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
  refuses: [],
  example: { query: { sort: 'closing', search: 'goat' } },
});

export const listOpenProposals = endpoint('listOpenProposals', {
  summary: 'Proposals of all MFIs that take backings now, as a visitor sees them (R26.2)',
  access: 'public',
  shared: true,
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
  refuses: [],
  example: { query: { sort: 'nearlyFunded', category: 'livestock', place: 'Gos', maxRemaining: 100 } },
});

export const listIgnoredProposals = endpoint('listIgnoredProposals', {
  summary: 'Proposals I ignore',
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
  refuses: [],
  example: {},
});

export const listMfiProposals = endpoint('listMfiProposals', {
  summary: "An MFI's proposals without drafts, for its staff",
  access: 'signed_in',
  list: true,
  query: z.object({
    ...listQuery,
    mfiId: MfiIdField,
    /** Proposals without place, trade or language (R26.1). */
    incomplete: z.enum(['true', 'false']).optional(),
  }),
  data: z.array(ProposalCard),
  refuses: [],
  example: { query: { mfiId: '3', checked: 'false' } },
});

const IgnoreQuery = z.object({ proposalId: ProposalIdField, ...ActorFields });

export const ignoreProposal = endpoint('ignoreProposal', {
  summary: 'Take a proposal out of my list; asking twice is the same as once',
  access: 'signed_in',
  query: IgnoreQuery,
  data: z.object({ proposalId: ProposalIdField }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const unignoreProposal = endpoint('unignoreProposal', {
  summary: 'Put an ignored proposal back',
  access: 'signed_in',
  query: IgnoreQuery,
  data: z.object({ proposalId: ProposalIdField }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});
