import { NAME_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { STAFF_ROLES } from '@sathi/domain/staff.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PhoneField } from './address-fields.ts';
import { ActorFields, InstantField, MfiIdField, missingOr, Nothing, PageFields, StaffIdField } from './fields.ts';
import { TitleField } from './text-fields.ts';

/**
 * `entered` waits for a second person, `approved` is invited and expected for seven days, `active` is there (R34.3,
 * R34.4).
 */
const STAFF_STATES = ['entered', 'approved', 'active'] as const;

const Role = z.enum(STAFF_ROLES, missingOr('invalid'));

const Waiting = z.object({
  id: StaffIdField,
  phone: z.string(),
  name: z.string(),
  /** The role they are to have. */
  role: z.enum(STAFF_ROLES),
  /** The entry is about taking away a lost second factor, not about a role. */
  resetsFactor: z.boolean(),
  enteredByName: z.string(),
  enteredAt: InstantField,
});

export const listStaff = endpoint('listStaff', {
  summary: 'The staff of an MFI and the people on the way there, for its managers (R34.4)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: StaffIdField,
      phone: z.string(),
      name: z.string(),
      role: z.enum(STAFF_ROLES),
      state: z.enum(STAFF_STATES),
      isSelf: z.boolean(),
      /** The role of an officer that waits for a second person; else null. */
      askedRole: z.enum(STAFF_ROLES).nullable(),
      hasFactor: z.boolean(),
      /** The caller may ask that their second factor be taken away: another is there to confirm it, and no other institution has them. */
      mayReset: z.boolean(),
      /** Taking their lost second factor away waits for a second person. */
      resetsFactor: z.boolean(),
      /** The person who entered them or asked for the role, while that waits. */
      enteredByName: z.string().nullable(),
      /** The end of an entry or invitation. */
      endsAt: InstantField.nullable(),
      /** The caller may be the second person. */
      mayConfirm: z.boolean(),
      /** Removing them or making them an officer would leave the MFI without a manager. */
      isLastManager: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const listStaffToConfirm = endpoint('listStaffToConfirm', {
  summary: 'Entries of staff that the caller may confirm as the second person (R34.3)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(Waiting),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const enterStaff = endpoint('enterStaff', {
  summary: 'A manager enters a person; a second person confirms (R34.3)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    phone: PhoneField,
    name: TitleField(NAME_LENGTH_MAX),
    role: Role,
  }),
  data: z.object({ id: StaffIdField, state: z.enum(STAFF_STATES) }),
  refuses: ['already_staff', 'step_up_required'],
  example: {
    query: { mfiId: '3' },
    body: { phone: '+8801712345678', name: 'Amina Rahman', role: 'officer' },
  },
});

export const changeStaff = endpoint('changeStaff', {
  summary:
    'A manager changes a role or has a lost second factor reset; a second person confirms what waits with `state: "approved"` (R34.3)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: StaffIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      role: Role.optional(),
      state: z.literal('approved', missingOr('invalid')).optional(),
      resetFactor: z.literal(true, missingOr('invalid')).optional(),
    })
    .superRefine(({ role, state, resetFactor }, context) => {
      const [first, second] = Object.entries({ role, state, resetFactor }).filter(([, value]) => value !== undefined);
      if (first === undefined) context.addIssue({ code: 'custom', path: ['role'], message: 'required' });
      if (second !== undefined) context.addIssue({ code: 'custom', path: [second[0]], message: 'invalid' });
    }),
  data: z.object({ id: StaffIdField, role: z.enum(STAFF_ROLES), state: z.enum(STAFF_STATES) }),
  refuses: [
    'not_found',
    'second_person_needed',
    'already_approved',
    'wrong_status',
    'last_manager',
    'step_up_required',
  ],
  example: { query: { mfiId: '3', id: '41' }, body: { state: 'approved' } },
});

export const removeStaff = endpoint('removeStaff', {
  summary: 'A manager removes staff, or takes back an entry or invitation (R34.4)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: StaffIdField, ...ActorFields }),
  data: Nothing,
  refuses: ['not_found', 'last_manager', 'step_up_required'],
  example: { query: { mfiId: '3', id: '41' } },
});
