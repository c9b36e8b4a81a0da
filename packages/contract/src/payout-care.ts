import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MfiIdField,
  missingOr,
  PageFields,
  PayoutResumeIdField,
  RequestIdField,
  UserIdField,
} from './fields.ts';
import { PlainField, TextField } from './text-fields.ts';

export const disownPayout = endpoint('disownPayout', {
  summary: 'That was not me: ends all sessions, drops what was not sent to that account, stops payouts (R25.1)',
  access: 'public',
  body: z.strictObject({ token: PlainField(100, { missing: 'required', tooLong: 'invalid', lengthMin: 1 }) }),
  /** Whether money has been sent to that account, which no call can take back. */
  data: z.object({ alreadySent: z.boolean() }),
  refuses: ['not_found'],
  example: { body: { token: '7.Zx3o9vWq7kLm2pQr5tUv8w' } },
});

export const showPayout = endpoint('showPayout', {
  summary: 'Staff see a whole account number for a reason; logged, and told to its owner (R25.2)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    kind: z.enum(['withdrawal', 'payout'], missingOr('invalid')),
    id: RequestIdField,
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankName: z.string().nullable(),
    branch: z.string().nullable(),
  }),
  refuses: ['not_found', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3' }, body: { kind: 'withdrawal', id: '7', reason: 'To fill in the transfer form' } },
});

export const listStoppedPayouts = endpoint('listStoppedPayouts', {
  summary: 'People of an MFI to whom nothing is paid out, and what waits for a second person (R25.1)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      personId: UserIdField,
      name: z.string(),
      phone: z.string(),
      stoppedAt: InstantField,
      /** Payouts go on from then; null while nobody has resumed them. */
      resumesAt: InstantField.nullable(),
      /** Entered by one at this MFI, waiting for another. */
      entry: z
        .object({
          id: PayoutResumeIdField,
          reason: z.string(),
          enteredByName: z.string(),
          enteredAt: InstantField,
          endsAt: InstantField,
        })
        .nullable(),
      mayEnter: z.boolean(),
      mayConfirm: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const enterPayoutResume = endpoint('enterPayoutResume', {
  summary: 'Staff who saw an ID paper ask that payouts of a person go on; a second person confirms (R25.1)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, personId: UserIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    idSeen: z.literal(true, missingOr('invalid')),
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: z.object({ id: PayoutResumeIdField, state: z.literal('entered') }),
  refuses: ['not_found', 'second_person_needed', 'wrong_status'],
  example: { query: { mfiId: '3', personId: '12' }, body: { idSeen: true, reason: 'She came with her passport' } },
});

export const confirmPayoutResume = endpoint('confirmPayoutResume', {
  summary: 'The second person: payouts go on 24 hours later, and their owner is told (R25.1)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: PayoutResumeIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: z.object({ id: PayoutResumeIdField, state: z.literal('approved'), resumesAt: InstantField }),
  refuses: ['not_found', 'second_person_needed', 'already_approved'],
  example: { query: { mfiId: '3', id: '4' }, body: { state: 'approved' } },
});
