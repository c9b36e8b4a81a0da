import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, missingOr, StaffOnLoanQuery } from './fields.ts';
import { TextField } from './text-fields.ts';

export const findReleaseUndoing = endpoint('findReleaseUndoing', {
  summary: 'For staff: whether the release of a loan waits to be undone, and whether it may be (R31.3, R31.4)',
  access: 'signed_in',
  query: StaffOnLoanQuery,
  data: z.object({
    releasedAt: InstantField,
    /** The staff are asked, because it was not sent for so long (R31.4). */
    isAsked: z.boolean(),
    /** Why it cannot be undone now; null where it can. */
    hindrance: z.enum(['wrong_status', 'payment_pending', 'in_batch']).nullable(),
    /** Null while nobody has proposed it. */
    undoing: z
      .object({
        reason: z.string(),
        enteredAt: InstantField,
        /** The caller may be its second person. */
        mayConfirm: z.boolean(),
      })
      .nullable(),
  }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const enterReleaseUndoing = endpoint('enterReleaseUndoing', {
  summary: 'Staff propose to undo a release of which nothing was sent; other staff confirm (T12, R31.3)',
  access: 'signed_in',
  created: true,
  query: StaffOnLoanQuery,
  body: z.strictObject({ userId: ActorFields.userId, reason: TextField(REASON_LENGTH_MAX) }),
  data: z.object({ state: z.literal('entered') }),
  refuses: ['not_found', 'wrong_status', 'payment_pending', 'in_batch', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { reason: 'She does not need the money any more.' } },
});

export const confirmReleaseUndoing = endpoint('confirmReleaseUndoing', {
  summary:
    'Other staff confirm that a release is undone: the loan is fully backed again, without a plan, and a request for its money is rejected (T12, R31.3)',
  access: 'signed_in',
  query: StaffOnLoanQuery,
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: z.object({ state: z.literal('approved'), status: z.literal(4) }),
  refuses: ['not_found', 'wrong_status', 'payment_pending', 'in_batch', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { state: 'approved' } },
});
