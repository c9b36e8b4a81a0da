import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LocalMoney } from './money-fields.ts';
import { EventIdField, InstantField, MoneyField, PageFields, ProposalIdField, ProposalStatusField } from './fields.ts';

export const PROPOSAL_EVENTS = [
  'created',
  'published',
  'unpublished',
  'edited',
  'approved',
  'approval_withdrawn',
  'locked',
  'backed',
  'backing_cancelled',
  'funds_released',
  'release_undone',
  'due_dates_moved',
  'lapsed',
  'reopened',
  'extended',
  'repaid',
  'expired',
  'returned',
  'deleted',
  'payment_entered',
  'payment_approved',
  'payment_rejected',
  'payment_reversed',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_confirmed',
  'withdrawal_rejected',
  'withdrawal_failed',
  'withdrawal_cancelled',
] as const;

export const proposalHistory = endpoint('proposalHistory', {
  summary:
    'Who did what and when with a proposal, its payments and its withdrawals, for the owner and the staff, newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...PageFields }),
  data: z.array(
    z.object({
      id: EventIdField,
      kind: z.enum(PROPOSAL_EVENTS),
      fromStatus: ProposalStatusField.nullable(),
      toStatus: ProposalStatusField.nullable(),
      actorName: z.string().nullable(),
      reason: z.string().nullable(),
      note: z.string().nullable(),
      before: z.record(z.string(), z.unknown()).nullable(),
      /** The sum of a payment or a withdrawal. */
      amount: MoneyField.nullable(),
      /** The same sum in local money; null where it is in dollars (R23.7). */
      local: LocalMoney.nullable(),
      at: InstantField,
    }),
  ),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});
