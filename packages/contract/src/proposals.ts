import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN } from '@sathi/domain/money.ts';
import { PROPOSAL_ACTIONS } from '@sathi/domain/permissions.ts';
import {
  CLOSED_REASONS,
  DESCRIPTION_LENGTH_MAX,
  MONTHS_TO_REPAY_MAX,
  RETURN_REASONS,
  SEARCH_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from '@sathi/domain/proposals.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyField,
  PageFields,
  ProposalIdField,
  ProposalStatusField,
  StatusFilterField,
  TextField,
  TitleField,
  UserIdField,
  WordsField,
} from './fields.ts';

/** A proposal as a card shows it. Visitors see the borrower's first name and initial only (R13.2). */
export const ProposalCard = z.object({
  id: ProposalIdField,
  title: z.string(),
  description: z.string(),
  amount: MoneyField,
  currentBalance: MoneyField,
  startDate: CalendarDateField,
  monthsToRepay: z.number().int(),
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** A picture of a few pixels as a data URL, until the real one has come. */
  imageBlur: z.string().nullable(),
  imageAlt: z.string().nullable(),
  status: ProposalStatusField,
  address: z.string(),
  mfiId: MfiIdField,
  mfiName: z.string(),
  userId: UserIdField,
  userName: z.string(),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  isMFIApproved: z.boolean(),
  isBackedByUser: z.boolean(),
  isIgnored: z.boolean(),
  unreadMessagesCount: z.number().int(),
  collectedAmount: MoneyField,
  fundedAmount: MoneyField,
  paidAmount: MoneyField,
  pendingAmount: MoneyField,
  outstandingAmount: MoneyField,
  remainingAmount: MoneyField,
  backersCount: z.number().int(),
  fundingDeadline: InstantField.nullable(),
  publishedAt: InstantField.nullable(),
  fundedAt: InstantField.nullable(),
  repaidAt: InstantField.nullable(),
  closedReason: z.enum(CLOSED_REASONS).nullable(),
  returnReason: z.enum(RETURN_REASONS).nullable(),
  returnNote: z.string().nullable(),
  proposalCampaigns: z.array(z.object({ id: z.string(), name: z.string() })),
  allowedActions: z.array(z.enum(PROPOSAL_ACTIONS)),
});

export const ScheduleEntry = z.object({
  number: z.number().int(),
  dueOn: CalendarDateField,
  amount: MoneyField,
  paidAmount: MoneyField,
  state: z.enum(['paid', 'late', 'due', 'upcoming']),
});

/** A proposal as its own page shows it. Before the release the schedule is a preview from today. */
export const Proposal = ProposalCard.extend({
  approvedAt: InstantField.nullable(),
  approvedByName: z.string().nullable(),
  schedule: z.array(ScheduleEntry),
  repaymentState: z.enum(['current', 'late']).nullable(),
  daysLate: z.number().int(),
});

const MonthsWire = z.union(
  [z.number(), z.string().regex(/^\d{1,3}$/, { error: 'months_out_of_range' })],
  missingOr('months_out_of_range'),
);

const formFields = {
  title: TitleField(TITLE_LENGTH_MAX),
  description: TextField(DESCRIPTION_LENGTH_MAX),
  amount: AmountField.refine((amount) => amount >= AMOUNT_CENTS_MIN, { error: 'amount_below_one' }).refine(
    (amount) => amount <= AMOUNT_CENTS_MAX,
    { error: 'amount_too_large' },
  ),
  startDate: CalendarDateField,
  monthsToRepay: z
    .codec(MonthsWire as unknown as z.ZodType<number, number>, z.number(), {
      decode: (wire) => Number(wire),
      encode: (months) => months,
    })
    .refine((months) => Number.isInteger(months) && months >= 1 && months <= MONTHS_TO_REPAY_MAX, {
      error: 'months_out_of_range',
    }),
};
const ImageAlt = TitleField(ALT_LENGTH_MAX, { optional: true }).optional();
const ImageKey = z
  .string({ error: 'invalid' })
  .regex(/^(proposalImages\/[\w.-]{1,200})?$/, { error: 'invalid' })
  .nullable()
  .optional();

export const createProposal = endpoint('createProposal', {
  summary: 'A new proposal, drafted (1) or published (2)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    ...formFields,
    status: z.union([z.literal([1, 2]), z.literal(['1', '2'])], { error: 'invalid' }).default(1),
    image: ImageKey,
    imageAlt: ImageAlt,
    mfiId: MfiIdField.optional(),
    currentBalance: z.literal([0, '0'], { error: 'invalid' }).optional(),
    address: z.literal('', { error: 'invalid' }).optional(),
    userId: ActorFields.userId,
  }),
  data: z.object({ id: ProposalIdField }),
});

export const updateProposal = endpoint('updateProposal', {
  summary: 'Edit fields, or publish and unpublish with {id, status}',
  access: 'signed_in',
  query: z.object({ id: ProposalIdField.optional(), ...ActorFields }),
  body: z.union([
    z.strictObject({
      id: ProposalIdField.optional(),
      // Only 1 and 2 can be asked for; the others exist, so asking for them is forbidden by the state (R1.2, R1.5).
      status: z.union([z.literal([1, 2, 3, 4, 5, 6]), z.literal(['1', '2', '3', '4', '5', '6'])], { error: 'invalid' }),
      userId: ActorFields.userId,
    }),
    z
      .strictObject({
        ...formFields,
        image: ImageKey,
        imageAlt: ImageAlt,
        userId: ActorFields.userId,
        id: ProposalIdField.optional(),
      })
      .partial(),
  ]),
  data: z.object({ id: ProposalIdField, status: ProposalStatusField }),
});

const OneProposal = z.object({ id: ProposalIdField, ...ActorFields });

export const deleteProposal = endpoint('deleteProposal', {
  summary: 'Delete an own proposal that nobody has backed (T4)',
  access: 'signed_in',
  query: OneProposal,
  data: z.object({ id: ProposalIdField }),
});

export const findProposal = endpoint('findProposal', {
  summary: 'One proposal; drafts for their owner only',
  access: 'public',
  query: OneProposal,
  data: Proposal,
});

export const PROPOSAL_SORTS = ['newest', 'ending_soon', 'least_left', 'shortest', 'amount'] as const;
const listQuery = {
  ...ActorFields,
  ...PageFields,
  status: StatusFilterField.optional(),
  sort: z.enum(PROPOSAL_SORTS).optional(),
  search: WordsField(SEARCH_LENGTH_MAX).optional(),
  mfi: MfiIdField.optional(),
  checked: z.enum(['true', 'false']).optional(),
};

export const listOwnProposals = endpoint('listOwnProposals', {
  summary: 'My proposals, drafts included',
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
});

export const listOthersProposals = endpoint('listOthersProposals', {
  summary: "Others' proposals without drafts and without those I ignore",
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
});

export const listIgnoredProposals = endpoint('listIgnoredProposals', {
  summary: 'Proposals I ignore',
  access: 'signed_in',
  list: true,
  query: z.object(listQuery),
  data: z.array(ProposalCard),
});

export const listMfiProposals = endpoint('listMfiProposals', {
  summary: "An MFI's proposals without drafts, for its staff",
  access: 'signed_in',
  list: true,
  query: z.object({ ...listQuery, mfiId: MfiIdField }),
  data: z.array(ProposalCard),
});

const IgnoreQuery = z.object({ proposalId: ProposalIdField, ...ActorFields });

export const ignoreProposal = endpoint('ignoreProposal', {
  summary: 'Take a proposal out of my list; asking twice is the same as once',
  access: 'signed_in',
  query: IgnoreQuery,
  data: z.object({ proposalId: ProposalIdField }),
});

export const unignoreProposal = endpoint('unignoreProposal', {
  summary: 'Put an ignored proposal back',
  access: 'signed_in',
  query: IgnoreQuery,
  data: z.object({ proposalId: ProposalIdField }),
});
