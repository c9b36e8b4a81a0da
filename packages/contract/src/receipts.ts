import { OWN_REFERENCE_LENGTH_MAX, RECEIPT_STATES } from '@sathi/domain/pay-ins.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  MfiIdField,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  ReceiptIdField,
  UserIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { atMostOneSum, hasSum, LocalMoney, LocalSumField, SUM_MISSING } from './money-fields.ts';
import { AwaitedBacking, ProposalSum, Told } from './pay-ins.ts';
import { NumberTextField, TextField } from './text-fields.ts';

export const listAwaited = endpoint('listAwaited', {
  summary: 'Who owes an MFI money for backings, the earliest day first, with the sum of all, for its staff (R20.1)',
  access: 'signed_in',
  list: true,
  total: true,
  query: z.object({ mfiId: MfiIdField, sort: z.enum(['payBy']).optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      userId: UserIdField,
      name: z.string(),
      phone: z.string(),
      reference: z.string(),
      amountDue: MoneyField,
      payBy: CalendarDateField,
      told: Told.nullable(),
      items: z.array(AwaitedBacking),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3', sort: 'payBy' } },
});

const Effects = {
  settled: z.array(ProposalSum),
  toCredit: MoneyField,
  /** The worth on the value day beyond what was booked; null without a rate (R23.6). */
  gain: MoneyField.nullable(),
};

export const enterReceipt = endpoint('enterReceipt', {
  summary: 'Staff book by hand money that came, by the reference of its person (R20.6)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        /** The reference as it is read out: spaces, hyphens and case do not matter. */
        reference: NumberTextField(64),
        accountId: MoneyAccountIdField,
        /** The sum in dollars, for an account in dollars. */
        amount: AmountField.optional(),
        /** The sum in the currency of the account. */
        localAmount: LocalSumField.optional(),
        receivedOn: CalendarDateField,
        /** The bank's own number of the transfer. */
        ownReference: NumberTextField(OWN_REFERENCE_LENGTH_MAX, { optional: true }).optional(),
      })
      .refine(hasSum, SUM_MISSING)
      .superRefine(atMostOneSum),
    { oneOf: [{ required: ['amount'] }, { required: ['localAmount'] }] },
  ),
  data: z.object({ id: ReceiptIdField, amount: MoneyField, ...Effects }),
  refuses: [
    'not_found',
    'needs_expected',
    'unknown_reference',
    'second_person_needed',
    'reference_used',
    'rate_too_old',
    'wrong_currency',
    'amount_not_positive',
  ],
  example: {
    query: { mfiId: '3' },
    body: { reference: 'RF08 1000 4217', accountId: '11', amount: 35, receivedOn: '2026-11-24' },
  },
});

export const listReceipts = endpoint('listReceipts', {
  summary: 'The money that came to an MFI, the newest first, for its staff',
  access: 'signed_in',
  list: true,
  query: z.object({
    mfiId: MfiIdField,
    state: z.enum(RECEIPT_STATES).optional(),
    personId: UserIdField.optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(
    z.object({
      id: ReceiptIdField,
      userId: UserIdField,
      userName: z.string(),
      reference: z.string(),
      amount: MoneyField,
      local: LocalMoney.nullable(),
      receivedOn: CalendarDateField,
      ownReference: z.string().nullable(),
      ...Effects,
      state: z.enum(RECEIPT_STATES),
      /** The money is sure to have come (R25.10). */
      confirmed: z.boolean(),
      bookedBy: UserIdField,
      bookedByName: z.string(),
      /** The reason given for a receipt that a bank took back; else null. */
      reason: z.string().nullable(),
      /** The caller may be the second person. */
      mayConfirm: z.boolean(),
      mayReverse: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3', state: 'booked' } },
});

const OneReceipt = z.object({ mfiId: MfiIdField, id: ReceiptIdField, ...ActorFields });

export const confirmReceipt = endpoint('confirmReceipt', {
  summary: 'Another person than booked it says that money booked by hand has come (R25.10)',
  access: 'signed_in',
  query: OneReceipt,
  data: z.object({ id: ReceiptIdField, confirmed: z.literal(true) }),
  refuses: ['not_found', 'wrong_status', 'already_approved', 'second_person_needed'],
  example: { query: { mfiId: '3', id: '7' } },
});

export const reverseReceipt = endpoint('reverseReceipt', {
  summary: 'Another person than booked it says that the bank took the money back; `preview` says the effect (R20.8)',
  access: 'signed_in',
  query: OneReceipt.extend({ preview: z.enum(['true', 'false']).optional() }),
  body: z.strictObject({
    userId: ActorFields.userId,
    /** The reason; a preview needs none. */
    reason: TextField(REASON_LENGTH_MAX).optional(),
  }),
  data: z.object({
    /** The backings that are unpaid again, and the parts of loans that the MFI took over. */
    reopened: z.array(ProposalSum),
    takenOver: z.array(ProposalSum),
    fromCredit: MoneyField,
    belowZero: MoneyField,
  }),
  refuses: ['not_found', 'wrong_status', 'already_reversed', 'second_person_needed'],
  example: { query: { mfiId: '3', id: '7' }, body: { reason: 'Returned by the bank' } },
});
