import { SETTLEMENT_STATES } from '@sathi/domain/settlements.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, MfiIdField, missingOr, MoneyField, PageFields, problem } from './fields.ts';

/** A month as `YYYY-MM`. */
const MonthField = z.string(problem('required')).regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/, problem('invalid'));

const Signature = z.object({ name: z.string(), at: InstantField });
const Signed = {
  month: MonthField,
  state: z.enum(SETTLEMENT_STATES),
  first: Signature.nullable(),
  second: Signature.nullable(),
  /** One person is the whole office and did both. */
  selfApproved: z.boolean(),
};

export const listSettlements = endpoint('listSettlements', {
  summary: 'The months of an MFI that are over, and who signed the statement of each, the newest first, for its staff',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(z.object(Signed)),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const findSettlement = endpoint('findSettlement', {
  summary:
    'What happened at an MFI in a month and what it held at both ends: as it was signed, else as the books say now',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, month: MonthField, ...ActorFields }),
  data: z.object({
    ...Signed,
    /** The events of the month by kind of journal and act. The sum is null for acts that move no money. */
    events: z.array(
      z.object({
        event: z.string(),
        count: z.number().int(),
        amount: MoneyField.nullable(),
        selfApproved: z.number().int(),
      }),
    ),
    /** The places of the money: its loans, and people’s credit with it. */
    places: z.array(z.object({ place: z.string(), opening: MoneyField, closing: MoneyField })),
  }),
  refuses: ['wrong_status'],
  example: { query: { mfiId: '3', month: '2026-10' } },
});

export const signSettlement = endpoint('signSettlement', {
  summary: 'One of the staff signs the statement of a month that is over, first',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, month: MonthField }).partial({ userId: true }),
  data: z.object({ month: MonthField, state: z.literal('entered') }),
  refuses: ['wrong_status', 'already_approved'],
  example: { query: { mfiId: '3' }, body: { month: '2026-10' } },
});

export const confirmSettlement = endpoint('confirmSettlement', {
  summary: 'A second person signs the same statement, which locks it',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z
    .strictObject({ userId: ActorFields.userId, month: MonthField, state: z.literal('approved', missingOr('invalid')) })
    .partial({ userId: true }),
  data: z.object({ month: MonthField, state: z.literal('locked'), selfApproved: z.boolean() }),
  refuses: ['not_found', 'second_person_needed', 'already_approved', 'changed_meanwhile'],
  example: { query: { mfiId: '3' }, body: { month: '2026-10', state: 'approved' } },
});
