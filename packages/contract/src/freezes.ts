import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  EventIdField,
  FreezeIdField,
  InstantField,
  MfiIdField,
  missingOr,
  PageFields,
  ProposalIdField,
  UserIdField,
} from './fields.ts';
import { TextField } from './text-fields.ts';

const FREEZE_KINDS = ['person', 'proposal'] as const;

/** A person or a proposal that an institution has stopped, and the reason. */
export const StandingFreeze = z.object({
  id: FreezeIdField,
  /** The person who is stopped; null where a proposal is. */
  personId: UserIdField.nullable(),
  /** The proposal that is stopped; null where a person is. */
  proposalId: ProposalIdField.nullable(),
  reason: z.string(),
  frozenAt: InstantField,
});

export const listFreezes = endpoint('listFreezes', {
  summary: 'The people and proposals that an MFI has stopped, for its staff (R34.7)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    StandingFreeze.extend({
      /** The name of the stopped person, or of the owner of the stopped proposal. */
      personName: z.string(),
      /** The title of the stopped proposal; null for a person. */
      title: z.string().nullable(),
      frozenByName: z.string(),
      /** The person who entered that it be undone, while that waits for a second one. */
      undoEnteredByName: z.string().nullable(),
      undoEndsAt: InstantField.nullable(),
      /** The caller may enter that it be undone. */
      mayEnter: z.boolean(),
      /** The caller may be the second person. */
      mayConfirm: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const listOwnFreezes = endpoint('listOwnFreezes', {
  summary: 'Where I or my proposals are stopped, and why (R34.7)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(StandingFreeze.extend({ mfiName: z.string(), title: z.string().nullable() })),
  refuses: [],
  example: {},
});

export const enterFreeze = endpoint('enterFreeze', {
  summary:
    'A manager stops a person or a proposal at their MFI: no publishing, backing, releasing or paying out (R34.7)',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    kind: z.enum(FREEZE_KINDS, missingOr('invalid')),
    /** The id of the person or of the proposal. */
    id: EventIdField,
    /** The reason, which the person reads. */
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: z.object({ id: FreezeIdField, state: z.literal('frozen') }),
  refuses: ['not_found', 'already_frozen', 'step_up_required'],
  example: {
    query: { mfiId: '3' },
    body: { kind: 'proposal', id: '169', reason: 'We are looking into the documents.' },
  },
});

const OneFreeze = z.object({ mfiId: MfiIdField, id: FreezeIdField, ...ActorFields });

export const enterUnfreeze = endpoint('enterUnfreeze', {
  summary: 'A manager enters that a freeze be undone; a second person confirms (R34.3)',
  access: 'signed_in',
  query: OneFreeze,
  data: z.object({ id: FreezeIdField, state: z.literal('entered') }),
  refuses: ['not_found', 'wrong_status', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3', id: '7' } },
});

export const confirmUnfreeze = endpoint('confirmUnfreeze', {
  summary: 'A second person confirms that a freeze be undone (R34.3)',
  access: 'signed_in',
  query: OneFreeze,
  body: z.strictObject({
    userId: ActorFields.userId,
    state: z.literal('approved', missingOr('invalid')),
  }),
  data: z.object({ id: FreezeIdField, state: z.literal('approved') }),
  refuses: ['not_found', 'wrong_status', 'second_person_needed', 'step_up_required'],
  example: { query: { mfiId: '3', id: '7' }, body: { state: 'approved' } },
});
