import { PAYMENT_STATES } from '@sathi/domain/repayments.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  EventIdField,
  InstantField,
  MoneyField,
  PageFields,
  PaymentIdField,
  ProposalIdField,
  ProposalStatusField,
  TextField,
} from './fields.ts';

export const Payment = z.object({
  id: PaymentIdField,
  proposalId: ProposalIdField,
  amount: MoneyField,
  date: InstantField,
  isApproved: z.boolean(),
  state: z.enum(PAYMENT_STATES),
  purpose: z.literal('repayment'),
  reason: z.string().nullable(),
  decidedAt: InstantField.nullable(),
});

export const enterPayment = endpoint('enterPayment', {
  summary: 'A repayment was made; it counts once staff approve it (R10.1, R10.2)',
  access: 'signed_in',
  created: true,
  onBehalf: true,
  body: z.strictObject({ userId: ActorFields.userId, proposalId: ProposalIdField, amount: AmountField }),
  data: Payment,
});

export const listPayments = endpoint('listPayments', {
  summary: 'The repayments of a proposal, newest first, for its owner, staff and backers',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Payment),
});

const OnePayment = z.object({ proposalId: ProposalIdField, id: PaymentIdField, ...ActorFields });
const Decided = Payment.extend({ proposal: z.object({ status: ProposalStatusField, outstandingAmount: MoneyField }) });

export const approvePayment = endpoint('approvePayment', {
  summary: 'The money has arrived: it is shared among the backers (R9.1, R10.3)',
  access: 'signed_in',
  query: OnePayment,
  data: Decided,
});

export const rejectPayment = endpoint('rejectPayment', {
  summary: 'The money has not arrived',
  access: 'signed_in',
  query: OnePayment,
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(500) }),
  data: Decided,
});

export const TRANSACTION_PURPOSES = [
  'backing',
  'backing_released',
  'withdrawal',
  'withdrawal_failed',
  'repayment_entered',
  'repayment_rejected',
  'repayment',
] as const;

/** `in` is money coming to the reader (or into the loan for its owner and staff), `out` the other way. */
export const Transaction = z.object({
  id: EventIdField,
  date: InstantField,
  amount: MoneyField,
  purpose: z.enum(TRANSACTION_PURPOSES),
  direction: z.enum(['in', 'out']),
});

export const listTransactions = endpoint('listTransactions', {
  summary: 'What the ledger says of a proposal, newest first: all for owner and staff, own rows for backers',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Transaction),
});
