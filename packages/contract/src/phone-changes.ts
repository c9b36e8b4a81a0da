import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PhoneField } from './address-fields.ts';
import { ActorFields, InstantField, MfiIdField, missingOr, Nothing, PageFields, PhoneChangeIdField } from './fields.ts';
import { PlainField, TextField } from './text-fields.ts';

/** `entered` waits for a second person, `approved` for its day. */
const PHONE_CHANGE_STATES = ['entered', 'approved'] as const;

export const listPhoneChanges = endpoint('listPhoneChanges', {
  summary: 'The phones that the staff of an MFI are changing for people whose SIM is lost (R33.4)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: PhoneChangeIdField,
      name: z.string(),
      oldPhone: z.string(),
      newPhone: z.string(),
      reason: z.string(),
      state: z.enum(PHONE_CHANGE_STATES),
      /** Null for a change by the operator. */
      enteredByName: z.string().nullable(),
      enteredAt: InstantField,
      /** Null until a second person has confirmed it. */
      inForceAt: InstantField.nullable(),
      /** The end of an entry that nobody confirms. */
      endsAt: InstantField.nullable(),
      /** The caller may be the second person. */
      mayConfirm: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const enterPhoneChange = endpoint('enterPhoneChange', {
  summary:
    'Staff who have seen an ID paper enter another phone for a person whose money their MFI holds; the old phone and e-mail hear at once (R33.4)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    oldPhone: PhoneField,
    newPhone: PhoneField,
    /** An ID paper of the person was seen. */
    idSeen: z.literal(true, missingOr('invalid')),
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: z.object({ id: PhoneChangeIdField, state: z.literal('entered') }),
  refuses: ['not_found', 'wrong_status', 'phone_exists', 'step_up_required'],
  example: {
    query: { mfiId: '3' },
    body: { oldPhone: '+8801712345678', newPhone: '+8801812345678', idSeen: true, reason: 'The phone was stolen.' },
  },
});

export const approvePhoneChange = endpoint('approvePhoneChange', {
  summary: 'A second person confirms; in force after 24 hours, and nothing is paid out for 72 hours more (R33.4)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: PhoneChangeIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, state: z.literal('approved', missingOr('invalid')) }),
  data: z.object({ id: PhoneChangeIdField, state: z.literal('approved'), inForceAt: InstantField }),
  refuses: ['not_found', 'second_person_needed', 'already_approved', 'wrong_status', 'step_up_required'],
  example: { query: { mfiId: '3', id: '41' }, body: { state: 'approved' } },
});

export const dropPhoneChange = endpoint('dropPhoneChange', {
  summary: 'Staff take back a phone change that is not in force',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: PhoneChangeIdField, ...ActorFields }),
  data: Nothing,
  refuses: ['not_found'],
  example: { query: { mfiId: '3', id: '41' } },
});

export const phoneChangeNotMe = endpoint('phoneChangeNotMe', {
  summary: '“That was not me”: the link to the old phone and e-mail ends the change; again is as once (R33.4)',
  access: 'public',
  body: z.strictObject({ token: PlainField(200, { missing: 'required', tooLong: 'invalid' }) }),
  data: Nothing,
  refuses: ['not_found', 'wrong_status'],
  example: { body: { token: '41.Zx3o9vWq7k' } },
});
