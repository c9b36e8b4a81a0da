import {
  WITHDRAWAL_METHODS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  type WithdrawalStep,
} from '@sathi/domain/withdrawals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  missingOr,
  MoneyField,
  NumberTextField,
  PageFields,
  ProposalIdField,
  TextField,
  TitleField,
  WithdrawalIdField,
} from './fields.ts';

/** The account number is masked to its last four characters (R4.1). */
export const Withdrawal = z.object({
  id: WithdrawalIdField,
  proposalId: ProposalIdField,
  amount: MoneyField,
  state: z.enum(WITHDRAWAL_STATES),
  method: z.enum(WITHDRAWAL_METHODS),
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string().nullable(),
  branch: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  requestedAt: InstantField,
  sentAt: InstantField.nullable(),
  confirmedAt: InstantField.nullable(),
});

export const requestWithdrawal = endpoint('requestWithdrawal', {
  summary: 'The owner asks for the whole funded amount (R4.1)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    method: z.enum(WITHDRAWAL_METHODS, missingOr('invalid')),
    accountName: TitleField(120),
    accountNumber: NumberTextField(64),
    bankName: TitleField(120, { optional: true }).nullable().optional(),
    branch: TitleField(120, { optional: true }).nullable().optional(),
  }),
  data: Withdrawal,
});

export const listWithdrawals = endpoint('listWithdrawals', {
  summary: 'The withdrawals of a proposal, newest first and on one page, for its owner and staff',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Withdrawal),
});

const steps = Object.keys(WITHDRAWAL_STEPS) as [WithdrawalStep, ...WithdrawalStep[]];

export const updateWithdrawal = endpoint('updateWithdrawal', {
  summary: 'Staff: sent with a reference, rejected or failed with a reason. Owner: confirmed (R4.2)',
  access: 'signed_in',
  query: z.object({ id: WithdrawalIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      state: z.enum(steps, missingOr('invalid')),
      reference: NumberTextField(120, { optional: true }).optional(),
      reason: TextField(500, { optional: true }).optional(),
    })
    .superRefine(({ state, reference, reason }, context) => {
      const missing = state === 'sent' && !reference ? 'reference' : null;
      const unexplained = (state === 'rejected' || state === 'failed') && !reason ? 'reason' : null;
      for (const field of [missing, unexplained]) {
        if (field) context.addIssue({ code: 'custom', path: [field], message: 'required' });
      }
    }),
  data: Withdrawal,
});
