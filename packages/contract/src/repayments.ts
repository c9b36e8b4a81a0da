import { OWN_REFERENCE_LENGTH_MAX, PAY_CHANNELS } from '@sathi/domain/pay-ins.ts';
import { PAYMENT_STATES } from '@sathi/domain/repayments.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  LimitedAmountField,
  CalendarDateField,
  EventIdField,
  InstantField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  PaymentIdField,
  ProposalIdField,
  ProposalStatusField,
  UserIdField,
} from './fields.ts';
import { alsoWritten, writtenAs } from './json-schema.ts';
import { atMostOneSum, hasSum, LocalMoney, LocalSumField, SUM_MISSING } from './money-fields.ts';
import { PayChannel } from './pay-ins.ts';
import { imageKeyField, NumberTextField, TextField } from './text-fields.ts';

export const Payment = z.object({
  id: PaymentIdField,
  proposalId: ProposalIdField,
  amount: MoneyField,
  date: InstantField,
  isApproved: z.boolean(),
  state: z.enum(PAYMENT_STATES),
  purpose: z.literal('repayment'),
  /**
   * Why the payment was rejected or reversed: for owner and staff (R10.1). `withdrawn` where the person who entered it
   * took it back.
   */
  reason: z.string().nullable(),
  /** The reader entered it, and may still take it back. */
  mayTakeBack: z.boolean(),
  decidedAt: InstantField.nullable(),
  /** The channel of the payment; null where it is not given. */
  channel: z.enum(PAY_CHANNELS).nullable(),
  /** The payer's own number of the transfer: for owner and staff. */
  reference: z.string().nullable(),
  /** The day paid, which decides lateness (R22.2), and the day approved. */
  paidOn: CalendarDateField,
  approvedOn: CalendarDateField.nullable(),
  /** The sum in the money that was paid: for owner and staff; backers read dollars (R23.7). */
  local: LocalMoney.nullable(),
  /** A picture of the slip: for owner and staff (R22.3). */
  slip: z.string().nullable(),
  slipUrl: z.string().nullable(),
  /** The public receipt of an approved payment: for owner and staff (R22.7). */
  receipt: z.object({ number: z.string(), code: z.string(), url: z.string() }).nullable(),
  /** Local money at the rate of the day, less the dollars: for staff (R23.6). */
  gain: MoneyField.nullable(),
});

const EnteredPayment = z
  .strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    amount: LimitedAmountField.optional(),
    localAmount: LocalSumField.optional(),
    channel: z.enum(PAY_CHANNELS, missingOr('invalid')).optional(),
    /** The account of the institution that the money went to. */
    accountId: MoneyAccountIdField.optional(),
    reference: NumberTextField(OWN_REFERENCE_LENGTH_MAX).optional(),
    paidOn: CalendarDateField.optional(),
    slip: imageKeyField('slips').optional(),
  })
  .refine(hasSum, SUM_MISSING)
  .superRefine(atMostOneSum);

export const enterPayment = endpoint('enterPayment', {
  summary: 'A repayment was made; it counts once staff approve it (R10.1, R10.2)',
  access: 'signed_in',
  created: true,
  onBehalf: true,
  body: alsoWritten(EnteredPayment, { oneOf: [{ required: ['amount'] }, { required: ['localAmount'] }] }),
  data: Payment,
  refuses: [
    ...(['not_found', 'wrong_status', 'amount_not_positive', 'amount_above_outstanding'] as const),
    ...(['reference_used', 'wrong_currency', 'rate_too_old'] as const),
  ],
  example: {
    body: { userId: '10', proposalId: '169', amount: 25, channel: 'mobile_wallet', reference: '9K7X2QWE' },
  },
});

export const listPayments = endpoint('listPayments', {
  summary: 'The repayments of a proposal, newest first, for its owner, staff and backers',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Payment),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

export const findHowToPay = endpoint('findHowToPay', {
  summary: 'Where and how the next payment of a running loan is made, under its own reference (R19.4, R19.6)',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    reference: z.string(),
    /** The sum of the next instalment, or its open part. */
    amountDue: MoneyField,
    /** The same in the loan's own money; null for a loan without a rate (R23.4). */
    local: LocalMoney.nullable(),
    payBy: CalendarDateField.nullable(),
    channels: z.array(PayChannel),
    /** The reminders that the borrower got, newest first (R27.4). */
    reminders: z.array(z.object({ at: InstantField, way: z.enum(['sms', 'mail', 'bell']) })),
  }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const readRepaymentCode = endpoint('readRepaymentCode', {
  summary: 'The code of one way to make the next payment of a loan, as a picture (R19.7)',
  access: 'signed_in',
  gives: ['image/svg+xml'],
  query: z.object({ proposalId: ProposalIdField, accountId: MoneyAccountIdField, ...ActorFields }),
  data: z.string(),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169', accountId: '11' } },
});

const OnePayment = z.object({ proposalId: ProposalIdField, id: PaymentIdField, ...ActorFields });
const Decided = Payment.extend({ proposal: z.object({ status: ProposalStatusField, outstandingAmount: MoneyField }) });

export const approvePayment = endpoint('approvePayment', {
  summary: 'The money has arrived: it is shared among the backers (R9.1, R10.3)',
  access: 'signed_in',
  query: OnePayment,
  data: Decided,
  refuses: ['not_found', 'wrong_status', 'already_approved', 'already_decided', 'second_person_needed'],
  example: { query: { proposalId: '169', id: '7' } },
});

export const rejectPayment = endpoint('rejectPayment', {
  summary: 'The money has not arrived',
  access: 'signed_in',
  query: OnePayment,
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }),
  data: Decided,
  refuses: ['not_found', 'wrong_status', 'already_approved', 'already_decided', 'second_person_needed'],
  example: { query: { proposalId: '169', id: '7' }, body: { reason: 'No money came.' } },
});

export const takeBackPayment = endpoint('takeBackPayment', {
  summary: 'Who entered a payment takes it back while nobody has decided; cash in a till stays there (R10.1)',
  access: 'signed_in',
  query: OnePayment,
  data: Decided,
  refuses: ['not_found', 'wrong_status', 'already_approved', 'already_decided'],
  example: { query: { proposalId: '169', id: '7' } },
});

export const reversePayment = endpoint('reversePayment', {
  summary: 'Other staff than approved it take a payment back: the backers give back what it brought them (R22.8)',
  access: 'signed_in',
  query: OnePayment,
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }),
  data: z.object({
    state: z.enum(PAYMENT_STATES),
    status: ProposalStatusField,
    outstandingAmount: MoneyField,
    /** The people whose credit is now below zero, and by how much. */
    belowZero: z.array(z.object({ userId: UserIdField, amount: MoneyField })),
  }),
  refuses: ['not_found', 'wrong_status', 'already_reversed', 'too_late', 'second_person_needed'],
  example: { query: { proposalId: '169', id: '7' }, body: { reason: 'The cheque bounced.' } },
});

const TRANSACTION_PURPOSES = [
  'backing',
  'backing_released',
  'withdrawal',
  'withdrawal_failed',
  'repayment',
  'repayment_reversed',
] as const;

/**
 * A transaction as its reader sees it. `in` is money that comes to the reader, for a backer and for the owner. A
 * backing counts as `in` for the owner, whose loan it comes into. For staff, `in` is all money that comes into the
 * loan.
 */
export const Transaction = z.object({
  id: EventIdField,
  date: InstantField,
  amount: MoneyField,
  /** The sum in local money, for the owner and staff of such a loan, in repayments and withdrawals (R23.7). */
  local: LocalMoney.nullable(),
  purpose: z.enum(TRANSACTION_PURPOSES),
  direction: z.enum(['in', 'out']),
});

export const listTransactions = endpoint('listTransactions', {
  summary: 'Money that moved for a proposal, newest first: all for owner and staff, own rows for backers',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Transaction),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

export const exportDueDays = endpoint('exportDueDays', {
  summary:
    'The due days of a released loan as a calendar file (RFC 5545): sums of its money for owner and staff, dollars for backers',
  access: 'signed_in',
  gives: ['text/calendar'],
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.string(),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

/** `collected` is cash in a till that is not received yet (R22.10). */
const PUBLIC_RECEIPT_STATES = ['collected', 'confirmed', 'rejected', 'reversed'] as const;

export const findReceipt = endpoint('findReceipt', {
  summary: 'What anybody may know of a repayment by the code of its receipt: that it is genuine, and no names (R22.7)',
  access: 'public',
  params: z.object({ code: writtenAs(z.string(), { type: 'string', pattern: '^[0-9A-Za-z]{10}$' }) }),
  data: z.object({
    number: z.string(),
    amount: MoneyField,
    local: LocalMoney.nullable(),
    paidOn: CalendarDateField,
    mfi: z.string(),
    /** The last four digits of the reference of the loan, or of the person whose cash is their pay-in (R22.10). */
    loanEnding: z.string(),
    state: z.enum(PUBLIC_RECEIPT_STATES),
  }),
  refuses: [],
  example: { params: { code: '7K3MP9W2XA' } },
});
