import { PAYOUT_WARNINGS } from '@sathi/domain/destinations.ts';
import { BANK_REFERENCE_LENGTH_MAX } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import {
  WITHDRAWAL_METHODS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  type WithdrawalStep,
} from '@sathi/domain/withdrawals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textSchema } from './field-schemas.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  missingOr,
  MoneyAccountIdField,
  MoneyField,
  PageFields,
  PayoutAccountIdField,
  ProposalIdField,
  WithdrawalIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { DestinationFields } from './payout-accounts.ts';
import { LocalMoney, LocalSumField } from './money-fields.ts';
import type { FieldProblem } from './refusals.ts';
import { NumberTextField, TextField } from './text-fields.ts';

/** The account number is masked to its last four characters (R4.1). */
export const Withdrawal = z.object({
  id: WithdrawalIdField,
  proposalId: ProposalIdField,
  amount: MoneyField,
  /** The local money of the loan (R23.4), or what staff said they sent; null for dollars. */
  local: LocalMoney.nullable(),
  state: z.enum(WITHDRAWAL_STATES),
  method: z.enum(WITHDRAWAL_METHODS),
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string().nullable(),
  branch: z.string().nullable(),
  /** Our number (R19.4). */
  reference: z.string(),
  /** The number that the bank gave the transfer; null until it is sent. */
  bankReference: z.string().nullable(),
  reason: z.string().nullable(),
  requestedAt: InstantField,
  /**
   * The money is not sent before this instant: a new destination rests (R25.1), and so does a person whose phone staff
   * have changed (R33.4).
   */
  payableFrom: InstantField,
  /** It is to be sent, and rests. */
  isResting: z.boolean(),
  /** It is to be sent, and payouts of its owner are stopped (R25.1). */
  isStopped: z.boolean(),
  /** Its owner said that they never asked for it. */
  isDisowned: z.boolean(),
  /**
   * The token with which the owner says that they never asked; only for the owner, while the money is still to be sent.
   */
  notMeToken: z.string().nullable(),
  /**
   * The instant since which this destination is known as the owner's; null for requests from before that was recorded.
   */
  destinationSince: InstantField.nullable(),
  /**
   * When the session that asked was opened, for staff; null for the owner, and for requests from before that was
   * recorded.
   */
  sessionSince: InstantField.nullable(),
  /** The warnings for staff, while the money is still to be sent. */
  warnings: z.array(z.enum(PAYOUT_WARNINGS)),
  sentAt: InstantField.nullable(),
  confirmedAt: InstantField.nullable(),
});

const DESTINATION = ['method', 'accountName', 'accountNumber'] as const;

export const requestWithdrawal = endpoint('requestWithdrawal', {
  summary: 'The owner asks for the whole funded amount (R4.1)',
  access: 'signed_in',
  created: true,
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        proposalId: ProposalIdField,
        /** An account that the owner keeps, in place of the fields below. */
        payoutAccountId: PayoutAccountIdField.optional(),
        method: DestinationFields.method.optional(),
        accountName: DestinationFields.accountName.optional(),
        accountNumber: DestinationFields.accountNumber.optional(),
        bankName: DestinationFields.bankName,
        branch: DestinationFields.branch,
      })
      .superRefine(({ payoutAccountId, ...body }, context) => {
        const isKept = payoutAccountId !== undefined;
        const wrong = DESTINATION.filter((field) => (body[field] !== undefined) === isKept);
        const message: FieldProblem = isKept ? 'unknown_field' : 'required';
        for (const field of wrong) context.addIssue({ code: 'custom', path: [field], message });
      }),
    {
      oneOf: [
        { required: ['payoutAccountId'], not: { anyOf: DESTINATION.map((field) => ({ required: [field] })) } },
        { required: [...DESTINATION], not: { required: ['payoutAccountId'] } },
      ],
    },
  ),
  data: Withdrawal,
  refuses: ['not_found', 'wrong_status', 'withdrawal_open', 'payouts_stopped', 'step_up_required', 'frozen'],
  example: {
    body: { proposalId: '169', method: 'bank', accountName: 'Asha Begum', accountNumber: '0012', bankName: 'Janata' },
  },
});

export const listWithdrawals = endpoint('listWithdrawals', {
  summary: 'The withdrawals of a proposal, newest first and on one page, for its owner and staff',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Withdrawal),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

const steps = Object.keys(WITHDRAWAL_STEPS) as [WithdrawalStep, ...WithdrawalStep[]];

export const updateWithdrawal = endpoint('updateWithdrawal', {
  summary:
    'Staff: sent with a reference, rejected or failed with a reason. Owner: confirmed, or cancelled before it is sent (R4.2)',
  access: 'signed_in',
  query: z.object({ id: WithdrawalIdField, ...ActorFields }),
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        state: z.enum(steps, missingOr('invalid')),
        /** The bank's number, answered as `bankReference`. */
        reference: NumberTextField(BANK_REFERENCE_LENGTH_MAX, { optional: true }).optional(),
        /** The account that the money left by and the day, so that a line that comes back finds it. */
        accountId: MoneyAccountIdField.optional(),
        sentOn: CalendarDateField.optional(),
        reason: TextField(REASON_LENGTH_MAX, { optional: true }).optional(),
        /** The sum that was sent, where the loan has no rate of its own. */
        localAmount: LocalSumField.optional(),
      })
      .superRefine(({ state, reference, reason }, context) => {
        const missing = state === 'sent' && !reference ? 'reference' : null;
        const unexplained = (state === 'rejected' || state === 'failed') && !reason ? 'reason' : null;
        for (const field of [missing, unexplained]) {
          if (field) context.addIssue({ code: 'custom', path: [field], message: 'required' });
        }
      }),
    {
      anyOf: [
        { properties: { state: { enum: steps.filter((step) => !['sent', 'rejected', 'failed'].includes(step)) } } },
        {
          properties: { state: { const: 'sent' }, reference: textSchema(BANK_REFERENCE_LENGTH_MAX) },
          required: ['reference'],
        },
        {
          properties: { state: { enum: ['rejected', 'failed'] }, reason: textSchema(REASON_LENGTH_MAX) },
          required: ['reason'],
        },
      ],
    },
  ),
  data: Withdrawal,
  refuses: [
    ...(['not_found', 'wrong_status', 'in_batch', 'cooling_off', 'payouts_stopped'] as const),
    ...(['second_person_needed', 'step_up_required', 'frozen', 'wrong_currency', 'rate_too_old'] as const),
    'amount_not_positive',
  ],
  example: { query: { id: '7' }, body: { state: 'sent', reference: 'TX-1' } },
});
