import { OWN_REFERENCE_LENGTH_MAX } from '@sathi/domain/pay-ins.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  DebtIdField,
  DrawIdField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  UserIdField,
} from './fields.ts';
import { NumberTextField, TextField } from './text-fields.ts';

export const drawOwnMoney = endpoint('drawOwnMoney', {
  summary: 'An MFI takes out what came home on parts that it took over; other staff than advanced them (R19.8)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    amount: AmountField,
    accountId: MoneyAccountIdField,
    /** The bank's own number of the transfer. */
    reference: NumberTextField(OWN_REFERENCE_LENGTH_MAX),
  }),
  data: z.object({ id: DrawIdField, amount: MoneyField, credit: MoneyField }),
  refuses: [
    'not_found',
    'needs_expected',
    'frozen',
    'second_person_needed',
    'amount_not_positive',
    'amount_above_credit',
    'step_up_required',
  ],
  example: { query: { mfiId: '3' }, body: { amount: 20, accountId: '11', reference: 'TRX81' } },
});

export const listDebts = endpoint('listDebts', {
  summary: 'People whose credit with an MFI is below zero, the oldest first, for its staff (R20.11)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      personId: UserIdField,
      name: z.string(),
      amount: MoneyField,
      since: InstantField,
      /** Whether the debt is 180 days old: the MFI may then take it over. */
      old: z.boolean(),
      entry: z
        .object({ id: DebtIdField, reason: z.string(), enteredByName: z.string(), enteredAt: InstantField })
        .nullable(),
      mayEnter: z.boolean(),
      mayConfirm: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const enterDebtTakeover = endpoint('enterDebtTakeover', {
  summary: 'Staff ask that the MFI takes over credit that is below zero for 180 days; another confirms (R20.11)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, personId: UserIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }),
  data: z.object({ id: DebtIdField, amount: MoneyField }),
  refuses: ['not_found', 'needs_expected', 'second_person_needed', 'wrong_status'],
  example: { query: { mfiId: '3', personId: '12' }, body: { reason: 'She moved away' } },
});

export const confirmDebtTakeover = endpoint('confirmDebtTakeover', {
  summary: 'The second person: the MFI pays the debt, and the person stands at zero (R20.11)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: DebtIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: z.object({ id: DebtIdField, amount: MoneyField, state: z.literal('approved') }),
  refuses: ['not_found', 'second_person_needed', 'already_approved', 'wrong_status'],
  example: { query: { mfiId: '3', id: '4' }, body: { state: 'approved' } },
});
