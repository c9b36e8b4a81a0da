import { PLAN_MONTHS_MAX, PLAN_STATES } from '@sathi/domain/plans.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  InstantField,
  missingOr,
  MoneyField,
  PageFields,
  PlanChangeIdField,
  problem,
  ProposalIdField,
  StaffOnLoanQuery,
} from './fields.ts';
import { LocalMoney } from './money-fields.ts';
import { TextField } from './text-fields.ts';

const PlanChange = z.object({
  id: PlanChangeIdField,
  state: z.enum(PLAN_STATES),
  months: z.number().int(),
  firstDueOn: CalendarDateField,
  reason: z.string(),
  enteredAt: InstantField,
  /** When the plan came into force or ended; null while it is open. */
  closedAt: InstantField.nullable(),
  /** The plan waits for another of the staff than the caller. */
  awaitsAnother: z.boolean(),
  /** The instalments before the change, once the plan is in force. */
  before: z.array(
    z.object({
      dueOn: CalendarDateField,
      amount: MoneyField,
      /** The instalment in local money, for the owner and staff of such a loan (R23.7). */
      local: LocalMoney.nullable(),
    }),
  ),
});

export const listPlanChanges = endpoint('listPlanChanges', {
  summary:
    'The changes of the plan of a loan, newest first: those in force for its backers, all of them for owner and staff (R8.5, R28.2)',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(PlanChange),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

const Answer = z.object({ id: PlanChangeIdField, state: z.enum(PLAN_STATES) });

export const enterPlan = endpoint('enterPlan', {
  summary:
    'Staff propose a new plan; longer than twice the original it waits for other staff, then for the borrower (R28.2)',
  access: 'signed_in',
  created: true,
  query: StaffOnLoanQuery,
  body: z.strictObject({
    userId: ActorFields.userId,
    months: z
      .number(missingOr('invalid'))
      .int(problem('invalid'))
      .min(1, problem('invalid'))
      .max(PLAN_MONTHS_MAX, problem('invalid')),
    /** A day from today to six months ahead. */
    firstDueOn: CalendarDateField,
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: Answer,
  refuses: ['not_found', 'wrong_status', 'second_person_needed'],
  example: {
    query: { mfiId: '3', proposalId: '169' },
    body: { months: 12, firstDueOn: '2030-03-05', reason: 'The flood took the first harvest.' },
  },
});

const OneQuery = StaffOnLoanQuery.extend({ id: PlanChangeIdField });

export const confirmPlan = endpoint('confirmPlan', {
  summary: 'Other staff confirm a plan that is longer than twice the original (R28.2, R34.3)',
  access: 'signed_in',
  query: OneQuery,
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: Answer,
  refuses: ['not_found', 'wrong_status', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169', id: '7' }, body: { state: 'approved' } },
});

export const answerPlan = endpoint('answerPlan', {
  summary: 'The borrower accepts a new plan, which is in force then, or keeps the old one (R28.2)',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, id: PlanChangeIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, state: z.enum(['accepted', 'refused'], missingOr('invalid')) }),
  data: Answer,
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169', id: '7' }, body: { state: 'accepted' } },
});
