import { BANK_REFERENCE_LENGTH_MAX, PAYOUT_STEPS, type PayoutStep } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { WITHDRAWAL_METHODS, WITHDRAWAL_STATES } from '@sathi/domain/withdrawals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textSchema } from './field-schemas.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  PayoutAccountIdField,
  PayoutIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { NumberTextField, TextField } from './text-fields.ts';

const Payout = z.object({
  id: PayoutIdField,
  mfiId: MfiIdField,
  mfiName: z.string(),
  /** Our number; the bank has its own. */
  reference: z.string(),
  amount: MoneyField,
  method: z.enum(WITHDRAWAL_METHODS),
  last4: z.string(),
  state: z.enum(WITHDRAWAL_STATES),
  requestedAt: InstantField,
  /** The money is not sent before this instant. */
  payableFrom: InstantField,
  bankReference: z.string().nullable(),
  sentOn: CalendarDateField.nullable(),
  reason: z.string().nullable(),
  /** A request in a batch is not taken back by itself. */
  inBatch: z.boolean(),
});

export const askPayout = endpoint('askPayout', {
  summary: 'Asks credit out that an MFI holds; it leaves the credit at once (R25.6)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    /** Null for the common credit, which nobody pays out. */
    mfiId: MfiIdField.nullable(),
    amount: AmountField,
    payoutAccountId: PayoutAccountIdField,
  }),
  data: Payout,
  refuses: [
    'not_found',
    'no_payout_from_common_credit',
    'payouts_stopped',
    'frozen',
    'cooling_off',
    'paid_in_lately',
    'amount_below_minimum',
    'amount_above_credit',
    'step_up_required',
  ],
  example: { body: { mfiId: '3', amount: 15, payoutAccountId: '4' } },
});

export const listOwnPayouts = endpoint('listOwnPayouts', {
  summary: 'The credit that one asked out, newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(Payout),
  refuses: [],
  example: { query: {} },
});

const steps = Object.keys(PAYOUT_STEPS) as [PayoutStep, ...PayoutStep[]];
const SENT = ['accountId', 'bankReference', 'sentOn'] as const;

export const updatePayout = endpoint('updatePayout', {
  summary:
    'Staff: sent by an account with the number of the bank, rejected or failed with a reason. Its person: cancelled, confirmed (R25.4)',
  access: 'signed_in',
  query: z.object({ id: PayoutIdField, mfiId: MfiIdField.optional(), ...ActorFields }),
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        state: z.enum(steps, missingOr('invalid')),
        accountId: MoneyAccountIdField.optional(),
        bankReference: NumberTextField(BANK_REFERENCE_LENGTH_MAX, { optional: true }).optional(),
        sentOn: CalendarDateField.optional(),
        reason: TextField(REASON_LENGTH_MAX, { optional: true }).optional(),
      })
      .superRefine(({ state, ...body }, context) => {
        const needed =
          state === 'sent' ? SENT : state === 'rejected' || state === 'failed' ? (['reason'] as const) : [];
        for (const field of needed) {
          if (!body[field]) context.addIssue({ code: 'custom', path: [field], message: 'required' });
        }
      }),
    {
      anyOf: [
        { properties: { state: { enum: ['confirmed', 'cancelled'] } } },
        {
          properties: { state: { const: 'sent' }, bankReference: textSchema(BANK_REFERENCE_LENGTH_MAX) },
          required: [...SENT],
        },
        {
          properties: { state: { enum: ['rejected', 'failed'] }, reason: textSchema(REASON_LENGTH_MAX) },
          required: ['reason'],
        },
      ],
    },
  ),
  data: Payout,
  refuses: [
    'not_found',
    'wrong_status',
    'second_person_needed',
    'in_batch',
    'cooling_off',
    'payouts_stopped',
    'frozen',
    'credit_below_zero',
    'rate_too_old',
    'step_up_required',
  ],
  example: { query: { id: '7' }, body: { state: 'cancelled' } },
});
