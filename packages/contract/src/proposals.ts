import { CATEGORIES } from '@sathi/domain/categories.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, dollarsOf } from '@sathi/domain/money.ts';
import {
  DESCRIPTION_LENGTH_MAX,
  MONTHS_TO_REPAY_MAX,
  PLACE_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from '@sathi/domain/proposals.ts';
import { STORY_LANGUAGES } from '@sathi/domain/story-language.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amountSchema } from './field-schemas.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyField,
  problem,
  ProposalIdField,
  ProposalStatusField,
} from './fields.ts';
import { alsoWritten, writtenAs } from './json-schema.ts';
import { atMostOneSum, hasSum, LocalMoney, LocalSumField, SUM_MISSING } from './money-fields.ts';
import { Proposal } from './proposal-card.ts';
import { TextField, TitleField } from './text-fields.ts';

/** The revision that the caller read: the change is refused if another came first (R2.2). */
export const RevisionField = writtenAs(z.string().regex(/^\d{1,9}$/, problem('invalid')), {
  type: 'string',
  pattern: '^[0-9]{1,9}$',
}).optional();

const MonthsWire = z.union(
  [z.number(), z.string().regex(/^\d{1,3}$/, { error: 'months_out_of_range' })],
  missingOr('months_out_of_range'),
);

const formFields = {
  title: TitleField(TITLE_LENGTH_MAX),
  description: TextField(DESCRIPTION_LENGTH_MAX),
  amount: writtenAs(
    AmountField.refine((amount) => amount >= AMOUNT_CENTS_MIN, { error: 'amount_below_one' }).refine(
      (amount) => amount <= AMOUNT_CENTS_MAX,
      { error: 'amount_too_large' },
    ),
    amountSchema(dollarsOf(AMOUNT_CENTS_MIN), dollarsOf(AMOUNT_CENTS_MAX)),
  ),
  startDate: CalendarDateField,
  monthsToRepay: writtenAs(
    z
      .codec(MonthsWire as unknown as z.ZodType<number, number>, z.number(), {
        decode: (wire) => Number(wire),
        encode: (months) => months,
      })
      .refine((months) => Number.isInteger(months) && months >= 1 && months <= MONTHS_TO_REPAY_MAX, {
        error: 'months_out_of_range',
      }),
    {
      anyOf: [
        { type: 'integer', minimum: 1, maximum: MONTHS_TO_REPAY_MAX },
        { type: 'string', pattern: '^([1-9]|[1-5][0-9]|60)$' },
      ],
    },
  ),
};
/** Place, trade and language (R26.1): never required, and null takes a value away. */
export const whoAndWhereFields = {
  place: TitleField(PLACE_LENGTH_MAX).nullable().optional(),
  category: z.enum(CATEGORIES, problem('invalid')).nullable().optional(),
  storyLanguage: z.enum(STORY_LANGUAGES, problem('invalid')).nullable().optional(),
};
/** The owner takes the sum collected by the deadline, from half of the amount on (R5.5); false when left out. */
const AcceptPartial = z.boolean(problem('invalid')).optional();
const ImageAlt = TitleField(ALT_LENGTH_MAX, { optional: true }).optional();
const ImageKey = z
  .string({ error: 'invalid' })
  .regex(/^(proposalImages\/[A-Za-z0-9_.-]{1,200})?$/, { error: 'invalid' })
  .nullable()
  .optional();

/** The sum is in dollars, or where the MFI lends in local money in its currency (R23.3). */
const askedFields = { ...formFields, amount: formFields.amount.optional(), localAmount: LocalSumField.optional() };
const EITHER_SUM = { oneOf: [{ required: ['amount'] }, { required: ['localAmount'] }] };
const asked = { amount: MoneyField, localAmount: LocalMoney.nullable() };

const FORM = {
  title: 'Two goats',
  description: 'Milk for the market.',
  amount: 100,
  startDate: '2026-05-31',
  monthsToRepay: 12,
};

export const createProposal = endpoint('createProposal', {
  summary: 'A new proposal, drafted (1) or published (2)',
  access: 'signed_in',
  created: true,
  // `address` is a field of the proposal that older clients send, always empty.
  notActor: ['address'],
  body: alsoWritten(
    z
      .strictObject({
        ...askedFields,
        ...whoAndWhereFields,
        status: z.union([z.literal([1, 2]), z.literal(['1', '2'])], { error: 'invalid' }).default(1),
        image: ImageKey,
        imageAlt: ImageAlt,
        acceptPartial: AcceptPartial,
        mfiId: MfiIdField.optional(),
        currentBalance: z.literal([0, '0'], { error: 'invalid' }).optional(),
        address: z.literal('', { error: 'invalid' }).optional(),
        userId: ActorFields.userId,
      })
      .refine(hasSum, SUM_MISSING)
      .superRefine(atMostOneSum),
    EITHER_SUM,
  ),
  data: z.object({ id: ProposalIdField, ...asked }),
  refuses: [
    ...(['frozen', 'own_loan_late', 'amount_below_limit', 'amount_above_limit'] as const),
    ...(['local_money_off', 'wrong_currency', 'rate_too_old'] as const),
  ],
  example: { body: { ...FORM, place: 'Gosaba', category: 'livestock', storyLanguage: 'en', status: 2, mfiId: '3' } },
});

export const updateProposal = endpoint('updateProposal', {
  summary: 'Edit fields, or publish and unpublish with {id, status}; the id may stand in the address or in the body',
  access: 'signed_in',
  query: z.object({ id: ProposalIdField.optional(), revision: RevisionField, ...ActorFields }),
  body: z.union([
    z.strictObject({
      id: ProposalIdField.optional(),
      // Callers can ask for 1 and 2 only; the others exist, so the state forbids asking for them (R1.2, R1.5).
      status: z.union([z.literal([1, 2, 3, 4, 5, 6]), z.literal(['1', '2', '3', '4', '5', '6'])], { error: 'invalid' }),
      userId: ActorFields.userId,
    }),
    alsoWritten(
      z
        .strictObject({
          ...askedFields,
          ...whoAndWhereFields,
          image: ImageKey,
          imageAlt: ImageAlt,
          acceptPartial: AcceptPartial,
          userId: ActorFields.userId,
          id: ProposalIdField.optional(),
        })
        .partial()
        .superRefine(atMostOneSum),
      { not: { required: ['amount', 'localAmount'] } },
    ),
  ]),
  data: z.object({ id: ProposalIdField, status: ProposalStatusField, ...asked }),
  refuses: [
    ...(['not_found', 'wrong_status', 'has_backers', 'frozen', 'hidden'] as const),
    ...(['changed_meanwhile', 'own_loan_late', 'amount_below_limit', 'amount_above_limit'] as const),
    ...(['local_money_off', 'wrong_currency', 'rate_too_old'] as const),
  ],
  example: { query: { id: '169' }, body: { ...FORM, image: null } },
});

const OneProposal = z.object({ id: ProposalIdField, ...ActorFields });

export const deleteProposal = endpoint('deleteProposal', {
  summary: 'Delete an own proposal that nobody has backed (T4)',
  access: 'signed_in',
  query: OneProposal,
  data: z.object({ id: ProposalIdField }),
  refuses: ['not_found', 'wrong_status', 'has_backers'],
  example: { query: { id: '169' } },
});

export const extendFunding = endpoint('extendFunding', {
  summary:
    'The owner gives a proposal that collects as many more days as it had at first; once, and not in its last 24 hours (R5.6, R31.2)',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, proposalId: ProposalIdField }),
  data: z.object({ id: ProposalIdField, fundingDeadline: InstantField }),
  refuses: ['not_found', 'wrong_status', 'already_extended', 'last_day', 'frozen', 'hidden'],
  example: { body: { proposalId: '169' } },
});

export const findProposal = endpoint('findProposal', {
  summary: 'One proposal; drafts for their owner only',
  access: 'public',
  shared: true,
  query: OneProposal,
  data: Proposal,
  refuses: ['not_found'],
  example: { query: { id: '169' } },
});
