import { MONEY_ACCOUNT_KINDS } from '@sathi/domain/money-accounts.ts';
import { OWN_REFERENCE_LENGTH_MAX, PAY_CHANNELS, RECEIPT_STATES } from '@sathi/domain/pay-ins.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  InvestmentIdField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  ProposalIdField,
  ReceiptIdField,
} from './fields.ts';
import { CurrencyField, LocalField, LocalMoney } from './money-fields.ts';
import { imageKeyField, NumberTextField } from './text-fields.ts';

export const ProposalSum = z.object({ proposalId: ProposalIdField, amount: MoneyField });

/** A backing of which something is unpaid. */
export const AwaitedBacking = z.object({
  investmentId: InvestmentIdField,
  proposalId: ProposalIdField,
  title: z.string(),
  amount: MoneyField,
  unpaid: MoneyField,
  payBy: CalendarDateField,
});

/** The word of a person that money is on its way (R20.2); null where they told nothing of what is due now. */
export const Told = z.object({
  paidOn: CalendarDateField,
  channel: z.enum(PAY_CHANNELS),
  reference: z.string().nullable(),
  /** A picture of the slip: for the payer and the staff (R22.3). */
  slip: z.string().nullable(),
});

/** One way to pay, with the sum that is asked there. */
export const PayChannel = z.object({
  accountId: MoneyAccountIdField,
  kind: z.enum(MONEY_ACCOUNT_KINDS),
  currency: CurrencyField,
  holder: z.string(),
  number: z.string(),
  bankName: z.string(),
  bic: z.string(),
  /** The sum in the currency of the account: a loan's own money as it is owed, all other at today's rate. */
  amount: LocalField,
  /** The instructions in the language of the request, with reference, sum and day filled in. */
  lines: z.array(z.string()),
  /** The address of the picture that a payer's phone reads, asked with the token. */
  qr: z.string(),
});
export type PayChannelAnswer = z.output<typeof PayChannel>;

export const listPayInOrders = endpoint('listPayInOrders', {
  summary:
    'What the caller owes each institution that awaits money, under one reference for life, and how to pay it (R19.5)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      mfiId: MfiIdField,
      mfiName: z.string(),
      reference: z.string(),
      amountDue: MoneyField,
      /** The earliest day by which something is to be paid; null when no sum is due. */
      payBy: CalendarDateField.nullable(),
      /** Backings there are paid from credit only (R20.10). */
      payFirst: z.boolean(),
      told: Told.nullable(),
      /** They may tell now that they have paid. */
      mayTell: z.boolean(),
      /** The credit that the institution holds; below zero when a bank took money back. */
      credit: MoneyField,
      items: z.array(AwaitedBacking),
      /** The ways to pay; empty when no sum is due. */
      channels: z.array(PayChannel),
      /** The institution has accounts, but none with a rate of today (R23.2). */
      lacksRate: z.boolean(),
    }),
  ),
  refuses: [],
  example: {},
});

export const readPayInCode = endpoint('readPayInCode', {
  summary: 'The code of one way to pay, with sum and reference, as a picture (R19.7)',
  access: 'signed_in',
  gives: ['image/svg+xml'],
  query: z.object({ mfiId: MfiIdField, accountId: MoneyAccountIdField, ...ActorFields }),
  data: z.string(),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', accountId: '11' } },
});

export const payWithCredit = endpoint('payWithCredit', {
  summary: 'The credit that an institution holds pays what is unpaid there, earliest day first (R20.6)',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    mfiId: MfiIdField,
    /** The sum to pay; without it, as much as the credit and the unpaid sum allow. */
    amount: AmountField.optional(),
  }),
  data: z.object({ settled: z.array(ProposalSum), amountDue: MoneyField, credit: MoneyField }),
  refuses: ['not_found', 'needs_expected', 'amount_above_credit'],
  example: { body: { mfiId: '3', amount: 6.25 } },
});

export const tellPaid = endpoint('tellPaid', {
  summary: '“I have paid”: what is awaited under one reference has 5 more days, once in 30 (R20.2)',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    mfiId: MfiIdField,
    paidOn: CalendarDateField,
    channel: z.enum(PAY_CHANNELS, missingOr('invalid')),
    reference: NumberTextField(OWN_REFERENCE_LENGTH_MAX, { optional: true }).optional(),
    /** A picture that the caller sent to `slips`. */
    slip: imageKeyField('slips').optional(),
  }),
  data: z.object({ payBy: CalendarDateField }),
  refuses: ['not_found', 'needs_expected', 'wrong_status', 'told_before'],
  example: { body: { mfiId: '3', paidOn: '2026-11-24', channel: 'bank', reference: 'TRX81' } },
});

export const listPayIns = endpoint('listPayIns', {
  summary: 'The money of the caller that came, the newest first, with what it paid and what became credit (R20.6)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: ReceiptIdField,
      mfiId: MfiIdField,
      mfiName: z.string(),
      amount: MoneyField,
      /** The sum as the account booked it, dollars too; null where no account is known. */
      local: LocalMoney.nullable(),
      receivedOn: CalendarDateField,
      settled: z.array(ProposalSum),
      toCredit: MoneyField,
      state: z.enum(RECEIPT_STATES),
    }),
  ),
  refuses: [],
  example: { query: { limit: 10 } },
});
