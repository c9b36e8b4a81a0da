import { DEFAULT_CAUSES, GIVEN_CAUSES } from '@sathi/domain/defaults.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, missingOr, MoneyField, StaffOnLoanQuery } from './fields.ts';
import { TextField } from './text-fields.ts';

const Reason = TextField(REASON_LENGTH_MAX);

/** A question of the job that no money has answered (R29.1). */
const Asked = z.object({
  askedAt: InstantField,
  /** Staff put it off until then; null when they did not, or that day has come. */
  putOffUntil: InstantField.nullable(),
  /** The instant at which the loan defaults by itself unless staff answer. */
  byItselfAt: InstantField,
  mayPutOff: z.boolean(),
});
const Defaulted = z.object({
  defaultedAt: InstantField,
  cause: z.enum(DEFAULT_CAUSES),
  /** Null where it defaulted by itself. */
  reason: z.string().nullable(),
});
const WriteOff = z.object({
  state: z.enum(['entered', 'approved']),
  reason: z.string(),
  enteredAt: InstantField,
  /** The sum that was outstanding; null until it is approved. */
  amount: MoneyField.nullable(),
  /** The caller may be its second person. */
  mayConfirm: z.boolean(),
});

export const findDefault = endpoint('findDefault', {
  summary: 'For staff: whether a loan is in doubt, in default or written off, and what they may do (R29.1, R29.3)',
  access: 'signed_in',
  query: StaffOnLoanQuery,
  data: z.object({
    asked: Asked.nullable(),
    defaulted: Defaulted.nullable(),
    /** The instant from which the loan may be written off; null before a default. */
    writeOffFrom: InstantField.nullable(),
    writeOff: WriteOff.nullable(),
  }),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const confirmDefault = endpoint('confirmDefault', {
  summary:
    'Staff declare a loan of which the job asks in default, with its cause, or put that off by 30 days, twice at most (R29.1)',
  access: 'signed_in',
  query: StaffOnLoanQuery,
  /** The body has either a cause, or `later`. */
  body: z.strictObject({
    userId: ActorFields.userId,
    reason: Reason,
    cause: z.enum(GIVEN_CAUSES, missingOr('invalid')).optional(),
    later: z.literal(true, missingOr('invalid')).optional(),
  }),
  data: z.object({ repaymentState: z.enum(['current', 'late', 'defaulted']), defaultedAt: InstantField.nullable() }),
  refuses: ['not_found', 'wrong_status'],
  example: {
    query: { mfiId: '3', proposalId: '169' },
    body: { reason: 'Nobody has heard of her since the flood.', cause: 'disaster' },
  },
});

export const enterWriteOff = endpoint('enterWriteOff', {
  summary: 'Staff propose to write a loan off, 30 days after its default at the earliest; other staff confirm (R29.3)',
  access: 'signed_in',
  created: true,
  query: StaffOnLoanQuery,
  body: z.strictObject({ userId: ActorFields.userId, reason: Reason }),
  data: z.object({ state: z.literal('entered') }),
  refuses: ['not_found', 'wrong_status', 'payment_pending', 'step_up_required', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { reason: 'The family has moved away.' } },
});

export const confirmWriteOff = endpoint('confirmWriteOff', {
  summary: 'Other staff confirm a write-off: what remains of each claim is lost from then on (R29.3, R24.9)',
  access: 'signed_in',
  query: StaffOnLoanQuery,
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: z.object({ state: z.literal('approved'), lost: MoneyField }),
  refuses: ['not_found', 'wrong_status', 'payment_pending', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { state: 'approved' } },
});
