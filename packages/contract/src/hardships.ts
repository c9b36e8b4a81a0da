import { HARDSHIP_NOTE_LENGTH_MAX, HARDSHIP_REASONS, HARDSHIP_STATES } from '@sathi/domain/hardships.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  AmountField,
  CalendarDateField,
  HardshipIdField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyField,
  PageFields,
  ProposalIdField,
} from './fields.ts';
import { LocalMoney, LocalSumField } from './money-fields.ts';
import { TextField } from './text-fields.ts';

const Hardship = z.object({
  id: HardshipIdField,
  state: z.enum(HARDSHIP_STATES),
  reason: z.enum(HARDSHIP_REASONS),
  /** The sum that the borrower can pay each month; 0 where they can pay nothing now. */
  monthly: MoneyField,
  /** The same in the money of a loan with a rate; null for one in dollars. */
  localMonthly: LocalMoney.nullable(),
  fromOn: CalendarDateField,
  note: z.string(),
  askedAt: InstantField,
  /** When the request was taken back, answered or ended; null while it is open. */
  closedAt: InstantField.nullable(),
  /** The reason of staff who could not change the plan. */
  answer: z.string().nullable(),
});

export const listHardships = endpoint('listHardships', {
  summary: 'The requests “I cannot pay” of a loan, newest first, for its owner and the staff of its MFI (R28.1)',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Hardship),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

export const askHardship = endpoint('askHardship', {
  summary:
    'The borrower of a running loan says that they cannot pay, and what they can; an open request is changed by it (R28.1)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    reason: z.enum(HARDSHIP_REASONS, missingOr('invalid')),
    /** The monthly sum for a loan in dollars. With neither sum, the borrower can pay nothing for now. */
    monthly: AmountField.optional(),
    /** The monthly sum for a loan with a rate, in its money. */
    localMonthly: LocalSumField.optional(),
    /** A day from today to six months ahead. */
    fromOn: CalendarDateField,
    note: TextField(HARDSHIP_NOTE_LENGTH_MAX, { optional: true }).optional(),
  }),
  data: Hardship,
  refuses: ['not_found', 'wrong_status', 'wrong_currency', 'amount_above_outstanding'],
  example: {
    body: {
      proposalId: '169',
      reason: 'crop_loss',
      monthly: 5,
      fromOn: '2030-03-05',
      note: 'After the second harvest.',
    },
  },
});

export const takeBackHardship = endpoint('takeBackHardship', {
  summary: 'The borrower can pay after all: the open request ends, and reminders go on (R28.1)',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: Hardship,
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const refuseHardship = endpoint('refuseHardship', {
  summary: 'Staff cannot change the plan, and say why; a new plan is the other answer (R28.2)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField.optional(), proposalId: ProposalIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }),
  data: Hardship,
  refuses: ['not_found', 'wrong_status', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { reason: 'Please pay half now; we come by on Monday.' } },
});
