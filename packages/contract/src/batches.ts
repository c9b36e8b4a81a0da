import { BANK_REFERENCE_LENGTH_MAX } from '@sathi/domain/payouts.ts';
import { BATCH_ITEM_REFUSALS, BATCH_ITEMS_MAX, BATCH_STATES } from '@sathi/domain/batches.ts';
import { PAYOUT_WARNINGS } from '@sathi/domain/destinations.ts';
import { HAND_STEPS } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { WITHDRAWAL_METHODS, WITHDRAWAL_STATES } from '@sathi/domain/withdrawals.ts';
import { z } from 'zod';
import { endpoint, LIST_BYTES_MAX } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  PayoutBatchIdField,
  problem,
  ProposalIdField,
  RequestIdField,
} from './fields.ts';
import { CurrencyField, LocalField } from './money-fields.ts';
import { alsoWritten } from './json-schema.ts';
import { NumberTextField, TextField } from './text-fields.ts';

/** The money of a loan that its owner withdraws, or credit that its person asked out. */
const RequestKind = z.enum(['withdrawal', 'payout'], missingOr('invalid'));
const Item = z.strictObject({ kind: RequestKind, id: RequestIdField }, missingOr('invalid'));
const OneBatch = z.object({ mfiId: MfiIdField, id: PayoutBatchIdField, ...ActorFields });

export const listPayouts = endpoint('listPayouts', {
  summary: 'The money that people asked an MFI for, newest first, with what to look at before it is sent (R25)',
  access: 'signed_in',
  list: true,
  query: z.object({
    mfiId: MfiIdField,
    state: z.enum(WITHDRAWAL_STATES, problem('invalid')).optional(),
    /** Requests that are in no batch. */
    batch: z.literal('none', problem('invalid')).optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(
    z.object({
      kind: RequestKind,
      id: RequestIdField,
      /** Null for credit. */
      proposalId: ProposalIdField.nullable(),
      /** Our number (R19.4); in a batch, the one that its file names. */
      reference: z.string(),
      name: z.string(),
      method: z.enum(WITHDRAWAL_METHODS),
      last4: z.string(),
      amount: MoneyField,
      /**
       * The sum in the currency of the account that pays; before a batch, in that of a loan with a rate (R23.7); else
       * null.
       */
      local: z.object({ amount: LocalField, currency: CurrencyField }).nullable(),
      requestedAt: InstantField,
      payableFrom: InstantField,
      state: z.enum(WITHDRAWAL_STATES),
      batchId: PayoutBatchIdField.nullable(),
      /** The caller may take it out of its batch now (R25.9). */
      mayRemove: z.boolean(),
      warnings: z.array(z.enum(PAYOUT_WARNINGS)),
      /** The payout waits because the rest of its person's credit there is below zero (R29.5). */
      belowZero: z.boolean(),
      /** It may be put into a batch now. */
      mayBatch: z.boolean(),
      /** Why it may not; null when it may. */
      batchRefusal: z.enum(BATCH_ITEM_REFUSALS).nullable(),
      /** The end of its rests, also of the one after it was taken out of a batch (R25.9). */
      batchFrom: InstantField,
      /** The steps that the caller may take with credit now, outside of batches (R25.4); money of a loan is moved on its page. */
      handSteps: z.array(z.enum(HAND_STEPS)),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3', state: 'requested' } },
});

export const listBatches = endpoint('listBatches', {
  summary: 'The batches of an MFI, newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: PayoutBatchIdField,
      state: z.enum(BATCH_STATES),
      account: z.string(),
      currency: CurrencyField,
      count: z.number().int(),
      total: LocalField,
      /** The number of payments that were sent. */
      sent: z.number().int(),
      enteredByName: z.string(),
      enteredAt: InstantField,
      approvedByName: z.string().nullable(),
      reason: z.string().nullable(),
      mayApprove: z.boolean(),
      mayCancel: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const makeBatch = endpoint('makeBatch', {
  summary: 'Puts requests together that one account pays; another person approves (R25.3)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  bodyBytesMax: LIST_BYTES_MAX,
  body: z.strictObject({
    userId: ActorFields.userId,
    accountId: MoneyAccountIdField,
    items: z.array(Item, missingOr('invalid')).min(1, problem('required')).max(BATCH_ITEMS_MAX, problem('invalid')),
  }),
  data: z.object({ id: PayoutBatchIdField, state: z.literal('made'), count: z.number().int(), total: LocalField }),
  refuses: [
    'not_found',
    'second_person_needed',
    'wrong_status',
    'in_batch',
    'cooling_off',
    'payouts_stopped',
    'frozen',
    'credit_below_zero',
    'rate_too_old',
    'wrong_currency',
  ],
  example: { query: { mfiId: '3' }, body: { accountId: '11', items: [{ kind: 'withdrawal', id: '7' }] } },
});

const Reason = TextField(REASON_LENGTH_MAX, { optional: true }).optional();

export const changeBatch = endpoint('changeBatch', {
  summary:
    'Another person approves a batch or takes requests out; staff cancel it, or say what was sent (R25.3, R25.9)',
  access: 'signed_in',
  query: OneBatch,
  bodyBytesMax: LIST_BYTES_MAX,
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        state: z.enum(['approved', 'cancelled'], missingOr('invalid')).optional(),
        reason: Reason,
        remove: z
          .array(Item.extend({ reason: TextField(REASON_LENGTH_MAX) }), missingOr('invalid'))
          .min(1, problem('required'))
          .max(BATCH_ITEMS_MAX, problem('invalid'))
          .optional(),
        /** The bank's number of each payment that was sent. */
        sent: z
          .array(Item.extend({ bankReference: NumberTextField(BANK_REFERENCE_LENGTH_MAX) }), missingOr('invalid'))
          .min(1, problem('required'))
          .max(BATCH_ITEMS_MAX, problem('invalid'))
          .optional(),
      })
      .superRefine(({ state, reason, remove, sent }, context) => {
        const acts = [state, remove, sent].filter((act) => act !== undefined);
        if (acts.length === 0) context.addIssue({ code: 'custom', path: ['state'], message: 'required' });
        if (acts.length > 1) context.addIssue({ code: 'custom', path: ['state'], message: 'invalid' });
        if (state === 'cancelled' && !reason) {
          context.addIssue({ code: 'custom', path: ['reason'], message: 'required' });
        }
      }),
    {
      oneOf: [
        { properties: { state: { const: 'approved' } }, required: ['state'] },
        { properties: { state: { const: 'cancelled' }, reason: { minLength: 1 } }, required: ['state', 'reason'] },
        { required: ['remove'] },
        { required: ['sent'] },
      ],
    },
  ),
  data: z.object({ id: PayoutBatchIdField, state: z.enum(BATCH_STATES) }),
  refuses: [
    'not_found',
    'wrong_status',
    'second_person_needed',
    'payouts_stopped',
    'cooling_off',
    'frozen',
    'credit_below_zero',
    'step_up_required',
  ],
  example: { query: { mfiId: '3', id: '5' }, body: { state: 'approved' } },
});

export const readBatchFile = endpoint('readBatchFile', {
  summary: 'The file of an approved batch, of what is still to be sent; all staff are told of each download (R25.3)',
  access: 'signed_in',
  gives: ['text/csv', 'application/xml'],
  query: OneBatch.extend({ format: z.enum(['csv', 'pain.001'], missingOr('invalid')) }),
  data: z.string(),
  refuses: [
    'not_found',
    'second_person_needed',
    'wrong_status',
    'payouts_stopped',
    'frozen',
    'credit_below_zero',
    'cooling_off',
    'step_up_required',
  ],
  example: { query: { mfiId: '3', id: '5', format: 'csv' } },
});
